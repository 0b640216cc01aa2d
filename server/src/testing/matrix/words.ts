/** A word in every text of the guild that the objects belong to. */
export const guildWord = '望海楼'
/** A word in everything the owner has written for teachers only. */
export const workWord = '藏书阁'

/** The words and score of a teacher's result that is held until its release. */
export const heldWord = '金榜题名'
export const heldScore = 87.31
