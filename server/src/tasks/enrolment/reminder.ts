/** The prefix of reminder keys; the id of the task follows. */
export const reminderOf = 'remind:'

/** The key of a reminder about a task; submitting closes it. */
export const aboutReminder = (task_id: number): string => `${reminderOf}${task_id}`
