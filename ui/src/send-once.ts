import { CallFailed } from '@tongchuang/contract/sender.ts'
import { newKey } from './new-key.ts'

/**
 * Sends things under keys: the same thing under the same one until it has arrived, for after a broken line it may have,
 * and what arrives twice under one key is there once. What differs in a part, or is meant a second time, has its own.
 */
export const createSendOnce = () => {
  let waiting = { parts: '', key: '' }
  return async <T>(parts: readonly unknown[], send: (key: string) => Promise<T>): Promise<T> => {
    const of = JSON.stringify(parts)
    if (waiting.parts !== of) waiting = { parts: of, key: newKey() }
    try {
      const answer = await send(waiting.key)
      waiting = { parts: '', key: '' }
      return answer
    } catch (error) {
      // It arrived, and was changed or deleted since: what is sent after this is another.
      if (error instanceof CallFailed && error.reason === 'KEY_REUSED') waiting = { parts: '', key: '' }
      throw error
    }
  }
}
