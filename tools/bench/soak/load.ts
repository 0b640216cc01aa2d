/** What a school does all day, in proportion: the mixed load of the soak. */
import { Agent, get } from 'node:http'
import { eventsPath } from '../../../contract/src/messages.ts'
import { actsOf, type Act } from './acts.ts'
import type { Prepared } from './messages.ts'
import { senderTo, some } from './sender.ts'

export type Load = { counts: () => Record<string, number>; stop: () => Promise<void> }

const IN_FLIGHT = 200
const STREAMS = 50
const TICK_MS = 50

/** One of them by chance, each as often as its share. */
const chooserOf = (acts: readonly Act[]) => {
  const total = acts.reduce((sum, { share }) => sum + share, 0)
  return (): Act => {
    let at = Math.random() * total
    return acts.find(({ share }) => (at -= share) < 0) ?? acts[0]!
  }
}

/** Streams of events, of which one is closed and another opened all the time, as pages are; answers how to end them. */
const keepStreams = (url: string, tokens: readonly string[]) => {
  const agent = new Agent({ maxSockets: Infinity })
  const open: ReturnType<typeof get>[] = []
  const openStream = (): void => {
    const asked = get(url + eventsPath, { agent, headers: { token: some(tokens) } }, (answer) =>
      answer.on('error', () => undefined).resume(),
    )
    open.push(asked.on('error', () => undefined))
  }
  for (let at = 0; at < STREAMS; at += 1) openStream()
  const turning = setInterval(() => {
    open.shift()?.destroy()
    openStream()
  }, 2_000)
  return {
    rest: () => clearInterval(turning),
    close: () => {
      for (const asked of open) asked.destroy()
      agent.destroy()
    },
  }
}

/** Begins; `perSecond` requests are sent whether or not the earlier ones were answered, as people do. */
export const startLoad = (url: string, prepared: Prepared, perSecond: number): Load => {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const counts: Record<string, number> = { sent: 0, good: 0, other: 0, broken: 0, skipped: 0 }
  const choose = chooserOf(actsOf(senderTo(url, agent, prepared.tokens), prepared))
  let inFlight = 0

  const once = async ({ name, act }: Act): Promise<void> => {
    inFlight += 1
    counts.sent! += 1
    try {
      if (await act()) counts.good! += 1
      else {
        counts.other! += 1
        counts[`other: ${name}`] = (counts[`other: ${name}`] ?? 0) + 1
      }
    } catch {
      counts.broken! += 1
      counts[`broken: ${name}`] = (counts[`broken: ${name}`] ?? 0) + 1
    } finally {
      inFlight -= 1
    }
  }

  const streams = keepStreams(url, prepared.tokens)
  const began = performance.now()
  let due = 0
  const timer = setInterval(() => {
    const wanted = Math.floor(((performance.now() - began) / 1_000) * perSecond)
    for (; due < wanted; due += 1) {
      if (inFlight < IN_FLIGHT) void once(choose())
      else counts.skipped! += 1
    }
  }, TICK_MS)

  return {
    counts: () => ({ ...counts }),
    stop: async () => {
      clearInterval(timer)
      streams.rest()
      for (let at = 0; inFlight > 0 && at < 300; at += 1) await new Promise((resolve) => setTimeout(resolve, 100))
      streams.close()
      agent.destroy()
    },
  }
}
