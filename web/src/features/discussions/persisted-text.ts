import { keptText } from '@tongchuang/ui/kept-text.ts'

/** The place of what one person is writing below a task, or as reply to one question, on this device. */
export const persistedText = (user_id: number, task_id: number, below: number | null) =>
  keptText(`talk:${user_id}:${task_id}${below === null ? '' : `:${below}`}`)
