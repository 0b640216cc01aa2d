/**
 * The first parts of query keys. Every mutation invalidates each family in which its change shows; keys are never
 * assembled from strings elsewhere.
 */
export const auditKey = ['audit'] as const
export const backupsKey = ['backups'] as const
export const bannersKey = ['banners'] as const
export const categoriesKey = ['categories'] as const
export const certificatesKey = ['certificates'] as const
export const gradesKey = ['grades'] as const
export const guildsKey = ['guilds'] as const
export const homeKey = ['home'] as const
/** The user’s accounts at the log-in providers. */
export const identitiesKey = ['identities'] as const
export const invitationsKey = ['invitations'] as const
export const missingKey = ['missing'] as const
export const moderationKey = ['moderation'] as const
/** The notices of the admin site, the number of unread ones, and their settings. */
export const noticesKey = ['notices'] as const
/** The settings of the notices to staff, and the address mail goes to. */
export const noticeSettingsKey = [...noticesKey, 'settings'] as const
export const peopleKey = ['people'] as const
export const privacyKey = ['privacy'] as const
export const providersKey = ['providers'] as const
/** The queue of works, one work, its release; appeals and requests for more time, which change it. */
export const reviewKey = ['review'] as const
export const rosterKey = ['roster'] as const
export const searchKey = ['search'] as const
export const sessionsKey = ['sessions'] as const
export const settingsKey = ['settings'] as const
export const staffKey = ['staff'] as const
export const systemKey = ['system'] as const
/** Lists of tasks, one task, its history. */
export const tasksKey = ['tasks'] as const
