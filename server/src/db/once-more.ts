import { isOvertaken } from './errors.ts'

/**
 * Runs `work`, and runs it once more if a concurrent change was faster, so that what it had read no longer holds. The
 * second run sees the change and answers accordingly. The writes of the first are rolled back, since it writes in
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
