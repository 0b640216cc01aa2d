import { isOvertaken } from './errors.ts'

/**
 * Does a work, and does it once more where somebody else was faster: it looked before, and saw what is no longer so. The
 * second time it sees what is, and answers as it would have. What it has written is taken back before, for it writes in
 * transactions.
 */
export const onceMore = async <T>(work: () => T | Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (!isOvertaken(error)) throw error
    return work()
  }
}
