import { fail, Refusal } from '@tongchuang/contract/errors.ts'
import type { FastifyReply } from 'fastify'

/** Whether somebody may still have what is on its way to them; a refusal is a no. */
export type MayStill = () => Promise<boolean>

type SendingLimits = { maxSending: number; maxStill: number; askAgain: number }

// A database or a store that does not answer refuses nobody.
const isRefusal = (error: unknown): boolean => error instanceof Refusal && error.reason !== 'BUSY'

/** Ends a connection once the question, asked every `ms` milliseconds until all is sent, is answered with no. */
const askAgainEvery = ({ raw }: FastifyReply, ms: number, mayStill: MayStill): void => {
  let isAsking = false
  const timer = setInterval(() => {
    if (isAsking) return
    isAsking = true
    void mayStill()
      .catch((error: unknown) => !isRefusal(error))
      .then((may) => {
        isAsking = false
        if (!may) raw.destroy()
      })
  }, ms).unref()
  raw.once('close', () => clearInterval(timer))
}

/**
 * Counts the files on their way to each person, and ends a connection that takes nothing of one for `maxStill`
 * milliseconds, or whose reader may not have it any more: who reads slowly could otherwise hold a file open, and an
 * export that is written as it is read, long after a log-out or a dismissal.
 */
export const countSending = ({ maxSending, maxStill, askAgain }: SendingLimits) => {
  const to = new Map<number, number>()
  return (reply: FastifyReply, user_id: number, mayStill: MayStill): void => {
    const before = to.get(user_id) ?? 0
    if (before >= maxSending) throw fail('BUSY')
    to.set(user_id, before + 1)
    reply.raw.once('close', () => {
      const left = (to.get(user_id) ?? 1) - 1
      if (left > 0) to.set(user_id, left)
      else to.delete(user_id)
    })
    reply.raw.setTimeout(maxStill, () => void reply.raw.destroy())
    askAgainEvery(reply, askAgain, mayStill)
  }
}
