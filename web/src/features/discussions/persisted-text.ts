/** The place of what one person is writing below a task, or as reply to one question, on this device. */
export const placeOf = (user_id: number, task_id: number, below: number | null): string =>
  `talk:${user_id}:${task_id}${below === null ? '' : `:${below}`}`
