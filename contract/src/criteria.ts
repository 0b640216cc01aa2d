import { list, text } from './schema.ts'

/** How many levels a criterion has: each is worth a fifth of its weight more than the one before. */
export const levelCount = 5

/**
 * A sentence describing each level of a criterion, from level 1; '' for a level without one, [] where no level has one.
 */
export const levelWords = () => list(text(200), { maxItems: levelCount })
