import { useState } from 'react'
import type { DeskTask } from './queries.ts'

/** What may be open above the page; one at a time. */
export type Open =
  { kind: 'abort' | 'withdraw' | 'appeal' | 'extend' | 'share' } | { kind: 'version'; id: number; quote?: string }

export type Opener = (open: Open) => void

/** Which dialog is open. */
export const useOpen = () => useState<Open | null>(null)

/** The newest version that was not taken back. */
export const newestOf = ({ versions }: DeskTask) => versions.find(({ status }) => status !== 'withdrawn') ?? versions[0]
