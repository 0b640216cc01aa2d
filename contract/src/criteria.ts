import { list, text } from './schema.ts'

/** How many levels a criterion has: each is worth a fifth of its weight more than the one before. */
export const levelCount = 5

/** What the levels of a criterion look like, a sentence each, from level 1; '' where one has none, [] where none has one. */
export const levelWords = () => list(text(200), { maxItems: levelCount })
