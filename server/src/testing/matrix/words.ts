/** Stands in every text of the guild the objects belong to. */
export const guildWord = '望海楼'
/** Stands in what the owner has written for the teachers alone. */
export const workWord = '藏书阁'

/** What a teacher wrote and gave, held back until its release. */
export const heldWord = '金榜题名'
export const heldScore = 87.31
