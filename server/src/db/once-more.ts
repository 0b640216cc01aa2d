import { isUniqueViolation } from './errors.ts'

/**
 * Does a work, and does it once more where somebody faster wrote what may be there only once: it looked for that before, and
 * saw nothing. The second time it sees it, and answers as it would have. What it has written is taken back before, for it
 * writes in transactions.
 */
export const onceMore = async <T>(work: () => T | Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    return work()
  }
}
