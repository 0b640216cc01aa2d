/** Where a task is read: the guild is in the path, the task in the query. */
export const taskPath = (task: { guild_id: number; id: number }): string =>
  `/square/task_detail/${task.guild_id}?task=${task.id}`

/** Where a task is written. */
export const deskPath = (task: { guild_id: number; id: number }): string =>
  `/square/task_detail/submit/${task.guild_id}?task=${task.id}`
