import { useState } from 'react'
import type { StudentTask } from '../../queries/student-task.ts'

/** What may be open above the page; one at a time. */
export type TaskDialog =
  | { kind: 'abort' | 'withdraw' | 'appeal' | 'extend' | 'share' | 'compare' }
  | { kind: 'version'; id: number; quote?: string }

export type OpenTaskDialog = (open: TaskDialog) => void

/** Which dialog is open. */
export const useTaskDialog = () => useState<TaskDialog | null>(null)

/** The versions that were not taken back, newest first. */
export const standing = ({ versions }: StudentTask) => versions.filter(({ status }) => status !== 'withdrawn')

/** The newest version that was not taken back. */
export const newestOf = ({ versions }: StudentTask) =>
  versions.find(({ status }) => status !== 'withdrawn') ?? versions[0]
