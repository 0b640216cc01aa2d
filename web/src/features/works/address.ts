/** A work over the gallery. */
export const workPath = (id: number): string => `/works/index?work=${id}`
/** What a student shares, as others see it. */
export const shelfPath = (user_id: number): string => `/works/index?student=${user_id}`
/** Where a task is read. */
export const taskPath = ({ guild_id, task_id }: { guild_id: number; task_id: number }): string =>
  `/square/task_detail/${guild_id}?task=${task_id}`
