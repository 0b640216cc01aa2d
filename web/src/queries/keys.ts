/**
 * The first words of the keys of answers. Whoever changes something invalidates each family in which it shows; a key is
 * never put together from strings elsewhere.
 */
export const bannersKey = ['banners'] as const
export const calendarKey = ['calendar'] as const
/** The wish to be deleted. */
export const deletionKey = ['deletion'] as const
export const devicesKey = ['devices'] as const
export const discussionsKey = ['discussions'] as const
/** The file of everything kept about oneself. */
export const exportKey = ['export'] as const
export const feedbackKey = ['feedback'] as const
export const growthKey = ['growth'] as const
export const guildsKey = ['guilds'] as const
/** One’s own accounts at the school’s other systems. */
export const identitiesKey = ['identities'] as const
export const invitationsKey = ['invitations'] as const
/** Who can be named in a discussion. */
export const mentionableKey = ['mentionable'] as const
export const messagesKey = ['messages'] as const
/** What is written under results. */
export const notesKeys = ['notes'] as const
export const noticeSettingsKey = ['notice-settings'] as const
/** A post as it would be shown. */
export const postPreviewKey = ['post-preview'] as const
export const rankingsKey = ['rankings'] as const
export const searchKey = ['search'] as const
/** Everything about one task: the task itself, its versions, the map it stands in. */
export const studentTaskKey = ['student-task'] as const
/** Lists of tasks, and of what was handed in. */
export const tasksKey = ['tasks'] as const
export const worksKey = ['works'] as const

/** Every version I have handed in. */
export const myVersionsKey = [...tasksKey, 'mine'] as const

/** What is written under the result of one task. */
export const notesKey = (task_id: number) => [...notesKeys, task_id] as const

/** The discussion of one task. */
export const discussionKey = (task_id: number) => [...discussionsKey, task_id] as const
