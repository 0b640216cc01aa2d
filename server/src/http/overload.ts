import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { fail } from '@tongchuang/contract/errors.ts'
import { countSending, type MayStill } from './sending.ts'
import { createWaiting, longestBody } from './waiting-bodies.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Milliseconds this route may take, including its body, if it may take longer than the others. */
    timeoutMs?: number
    /** A stream stays open as long as its client listens, so it does not count as a request under way. */
    isStream?: true
  }
}

/** Watches the requests under way: turns away those that cannot be served, gives up those that take too long. */
export type Load = {
  /** Notes a request until its connection is done with it; with `shed` it may be refused with BUSY. */
  enter: (request: FastifyRequest, reply: FastifyReply, shed: boolean) => void
  /** Notes that the body of a request has arrived: from now on it counts as work of this process. */
  arrived: (request: FastifyRequest, reply: FastifyReply, shed: boolean) => void
  /** Gives the request `ms` milliseconds from now on; then it is answered with BUSY. */
  begin: (reply: FastifyReply, ms: number) => void
  /**
   * Before a file is sent to somebody: refuses with BUSY where as many are on their way to them already, and ends the
   * connection once it takes nothing for a while, or once they may not have the file any more.
   */
  sending: (reply: FastifyReply, user_id: number, mayStill: MayStill) => void
  stop: () => void
}

export type LoadLimits = {
  /** Milliseconds after which a request is answered BUSY if its body does not arrive. */
  timeoutMs: number
  /** Milliseconds until a call is answered BUSY, from when its body has arrived. */
  budget?: number
  /** Milliseconds the event loop may lag, on average over a quarter of a second. */
  maxDelay?: number
  /** Milliseconds of work one turn of the event loop may take in; further waiting requests are turned away at once. */
  maxTurn?: number
  /** The most calls whose body has arrived and that are not answered yet; further calls are turned away. */
  maxInFlight?: number
  /** The most requests whose body is still arriving; beyond it, the one that has waited longest is given up. */
  maxWaiting?: number
  /** The most bytes that the bodies still arriving announce together; what has arrived of them is in memory. */
  maxWaitingBytes?: number
  /** The most files on their way to one person: a page of small pictures may request as many at once behind a proxy. */
  maxSending?: number
  /**
   * Milliseconds without progress after which the sending of a file is ended: a player that was paused for longer
   * requests the rest by itself.
   */
  maxStill?: number
  /** Milliseconds after which it is asked again whether somebody may have the file that is on its way to them. */
  askAgain?: number
  /** Milliseconds without any traffic after which a connection is ended. */
  maxIdle?: number
}

const resolution = 20
const lookMs = 250

/**
 * Watches the requests under way. One look at all of them a quarter of a second apart costs less than the framework's
 * timer and abort signal for each.
 */
export const watchLoad = ({
  timeoutMs,
  maxDelay = 800,
  maxTurn = 800,
  maxInFlight = 1_000,
  maxWaiting = 1_000,
  maxWaitingBytes = 64 * longestBody,
  maxSending = 100,
  maxStill = 60_000,
  askAgain = 2_000,
}: LoadLimits): Load => {
  const delay = monitorEventLoopDelay({ resolution })
  delay.enable()
  const underWay = new Map<FastifyReply, number>()
  // Requests whose body is still arriving and requests in progress are counted separately, so that slow senders take no
  // place from those who have sent their body.
  const waiting = createWaiting(maxWaiting, maxWaitingBytes)
  const working = new Set<FastifyReply>()
  let isLagging = false
  let turnBegan = 0

  const isTurnFull = (now: number): boolean => {
    if (turnBegan === 0) {
      turnBegan = now
      setImmediate(() => {
        turnBegan = 0
      })
    }
    return now - turnBegan > maxTurn
  }

  const forget = (reply: FastifyReply) => {
    waiting.end(reply)
    for (const some of [underWay, working]) some.delete(reply)
  }

  const giveUp = (reply: FastifyReply) => {
    forget(reply)
    // Handlers that took the bare connection (an upload, an event stream) or are answering already keep their own time
    // limit.
    if (reply.sent || reply.raw.headersSent) return
    void reply.header('connection', 'close').send(fail('BUSY'))
  }

  const look = () => {
    // The histogram includes its own sampling interval.
    isLagging = delay.mean / 1e6 - resolution > maxDelay
    delay.reset()
    const now = performance.now()
    for (const [reply, until] of underWay) if (until <= now) giveUp(reply)
  }
  const timer = setInterval(look, Math.min(lookMs, timeoutMs)).unref()

  return {
    enter: (request, reply, shed) => {
      const now = performance.now()
      if (shed && (isTurnFull(now) || isLagging || working.size >= maxInFlight)) throw fail('BUSY')
      if (request.routeOptions.config.isStream) return
      underWay.set(reply, now + (request.routeOptions.config.timeoutMs ?? timeoutMs))
      waiting.add(request, reply)
      reply.raw.once('close', () => forget(reply))
      for (const longest of waiting.tooMany()) giveUp(longest)
    },
    arrived: (request, reply, shed) => {
      // Transfers of files last as long as the other end needs, so they take no place among the calls.
      const isLong = request.routeOptions.config.timeoutMs !== undefined
      if (waiting.end(reply) && shed && !isLong) working.add(reply)
    },
    // Due one check early, so that the response is in time and not one check late.
    begin: (reply, ms) => {
      if (underWay.has(reply)) underWay.set(reply, performance.now() + ms - Math.min(lookMs, ms / 4))
    },
    sending: countSending({ maxSending, maxStill, askAgain }),
    stop: () => {
      clearInterval(timer)
      delay.disable()
    },
  }
}
