import { fail } from '@tongchuang/contract/errors.ts'
import type { FastifyReply } from 'fastify'

/**
 * Counts the files on their way to each person, and ends a connection that takes nothing of one for `maxStill`
 * milliseconds.
 */
export const countSending = (maxSending: number, maxStill: number) => {
  const to = new Map<number, number>()
  return (reply: FastifyReply, user_id: number): void => {
    const before = to.get(user_id) ?? 0
    if (before >= maxSending) throw fail('BUSY')
    to.set(user_id, before + 1)
    reply.raw.once('close', () => {
      const left = (to.get(user_id) ?? 1) - 1
      if (left > 0) to.set(user_id, left)
      else to.delete(user_id)
    })
    reply.raw.setTimeout(maxStill, () => void reply.raw.destroy())
  }
}
