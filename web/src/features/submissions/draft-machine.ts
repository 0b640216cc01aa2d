import type { Stored } from './draft-opening.ts'
import { createDraftSync } from './draft-sync.ts'
import type { Saved, SyncParts, TabMessage } from './draft-parts.ts'
import type { ServerDraft, Work } from './work.ts'

type Server = {
  draft: ServerDraft | null
  version: ServerDraft | null
  saves: string[]
  answer: Saved | null
  losesAnswers: boolean
}

/**
 * A simulated machine for tests: its own clock, a store that outlives its tabs, and a server that checks versions,
 * including those that were returned.
 */
export const machine = () => {
  let time = 1_000_000
  let clock = 0
  let stored: Stored | null = null
  let online = true
  let isFull = false
  let timers: { at: number; run: () => void }[] = []
  const server: Server = { draft: null, version: null, saves: [], answer: null, losesAnswers: false }
  const tabs: { receive: (message: TabMessage) => void }[] = []
  const settle = async () => {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
  }

  const save = async (next: Work, base: number | null): Promise<Saved> => {
    if (!online) return { kind: 'unreachable' }
    if (server.answer) return server.answer
    const there = server.draft ?? server.version
    if (there && there.version !== base) return { kind: 'conflict', theirs: there }
    server.draft = { work: next, version: (there?.version ?? 0) + 1, at: time, device: 'computer' }
    server.saves.push(next.content)
    if (server.losesAnswers) return { kind: 'unreachable' }
    return { kind: 'saved', version: server.draft.version, at: time }
  }
  const tab = (name: string) => {
    const parts: SyncParts = {
      tab: name,
      device: {
        read: async () => structuredClone(stored),
        update: async (change) => {
          if (isFull) throw new DOMException('full', 'QuotaExceededError')
          stored = structuredClone(change(stored))
        },
        writeNow: (next) => void (stored = structuredClone(next)),
      },
      save,
      tell: (message) => tabs.filter((one) => one !== here).forEach((one) => one.receive(message)),
      isOnline: () => online,
      now: () => time + clock,
      later: (run, ms) => {
        const timer = { at: time + ms, run }
        timers.push(timer)
        return () => void (timers = timers.filter((one) => one !== timer))
      },
    }
    const sync = createDraftSync(parts)
    const here = { receive: (message: TabMessage) => sync.receive(message) }
    tabs.push(here)
    return sync
  }
  const pass = async (ms: number) => {
    const end = time + ms
    await settle()
    for (;;) {
      const due = timers.filter(({ at }) => at <= end).toSorted((one, other) => one.at - other.at)[0]
      if (!due) break
      timers = timers.filter((timer) => timer !== due)
      time = Math.max(time, due.at)
      due.run()
      await settle()
    }
    time = end
  }
  return {
    tab,
    pass,
    server,
    stored: () => stored,
    crash: () => {
      timers = []
      tabs.length = 0
    },
    network: (next: boolean) => (online = next),
    /** Somebody, or the network, sets the clock by so much. */
    setClock: (ms: number) => void (clock += ms),
    /** The device has no room, or has some again. */
    full: (next: boolean) => (isFull = next),
  }
}
