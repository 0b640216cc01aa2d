/**
 * The first parts of query keys. Code that changes something invalidates every family in which the change shows; keys
 * are never built from strings elsewhere.
 */
export const bannersKey = ['banners'] as const
export const calendarKey = ['calendar'] as const
/** The request to delete the account. */
export const deletionKey = ['deletion'] as const
export const devicesKey = ['devices'] as const
export const discussionsKey = ['discussions'] as const
/** The file with a copy of all the user's data. */
export const exportKey = ['export'] as const
export const feedbackKey = ['feedback'] as const
export const growthKey = ['growth'] as const
export const guildsKey = ['guilds'] as const
/** The user’s accounts at the school’s log-in providers. */
export const identitiesKey = ['identities'] as const
export const invitationsKey = ['invitations'] as const
/** The members who can be mentioned in a discussion. */
export const mentionableKey = ['mentionable'] as const
export const messagesKey = ['messages'] as const
/** The notes under all results. */
export const notesKeys = ['notes'] as const
export const noticeSettingsKey = ['notice-settings'] as const
/** The preview of a post. */
export const postPreviewKey = ['post-preview'] as const
export const rankingsKey = ['rankings'] as const
export const searchKey = ['search'] as const
/** Everything about one task: the task itself, its versions and the map of its guild. */
export const studentTaskKey = ['student-task'] as const
/** Lists of tasks and of versions. */
export const tasksKey = ['tasks'] as const
export const worksKey = ['works'] as const

/** All of the user's versions. */
export const myVersionsKey = [...tasksKey, 'mine'] as const

/** The notes under the result of one task. */
export const notesKey = (task_id: number) => [...notesKeys, task_id] as const

/** The discussion of one task. */
export const discussionKey = (task_id: number) => [...discussionsKey, task_id] as const
