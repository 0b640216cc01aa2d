/** The thing a reminder of a task is about: handing in closes it. */
export const aboutReminder = (task_id: number): string => `remind:${task_id}`
