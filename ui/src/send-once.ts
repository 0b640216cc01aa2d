import { CallFailed } from '@tongchuang/contract/sender.ts'
import { newKey } from './new-key.ts'

/**
 * Sends requests under idempotency keys. The same parts keep their key until an answer arrives: after a broken
 * connection the request may have arrived, and two requests under one key take effect once. Different parts, or the
 * same ones sent again after an answer, get a new key.
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
      // The request had arrived and its result was changed or deleted since, so the next one gets a new key.
      if (error instanceof CallFailed && error.reason === 'KEY_REUSED') waiting = { parts: '', key: '' }
      throw error
    }
  }
}
