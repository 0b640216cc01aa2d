/** The name under which this device keeps what one person is writing below a task, or as reply to one question. */
export const draftKey = (user_id: number, task_id: number, below: number | null): string =>
  `talk:${user_id}:${task_id}${below === null ? '' : `:${below}`}`
