import { useState } from 'react'
import type { StudentTask } from '../../queries/student-task.ts'

/** The dialogs that can be open above the page, one at a time. */
export type TaskDialog =
  | { kind: 'abort' | 'withdraw' | 'appeal' | 'extend' | 'share' | 'compare' }
  | { kind: 'version'; id: number; quote?: string }

export type OpenTaskDialog = (open: TaskDialog) => void

/** Which dialog is open. */
export const useTaskDialog = () => useState<TaskDialog | null>(null)

/** The versions that were not withdrawn, newest first. */
export const standing = ({ versions }: StudentTask) => versions.filter(({ status }) => status !== 'withdrawn')

/** The newest version that was not withdrawn; if all were, the newest of them. */
export const newestOf = ({ versions }: StudentTask) =>
  versions.find(({ status }) => status !== 'withdrawn') ?? versions[0]
