/** What a reminder is about begins with this; behind it the id of the task. */
export const reminderOf = 'remind:'

/** The thing a reminder of a task is about: handing in closes it. */
export const aboutReminder = (task_id: number): string => `${reminderOf}${task_id}`
