import type { Choosing } from './draft-choices.ts'
import { createDraftDevice } from './draft-device.ts'
import { createDraftMemory } from './draft-memory.ts'
import { openDraft } from './draft-opening.ts'
import type { Attempt, There } from './draft-opening.ts'
import type { SyncParts } from './draft-parts.ts'
import { createDraftServer } from './draft-server.ts'
import { createDraftTabs } from './draft-tabs.ts'
import { isSameButStatement, isSameWork } from './work.ts'
import type { ServerDraft, Work } from './work.ts'

// The tab that was typed in sends it; should it be closed before, this one does.
const takeOverDelay = 5000

/** Begins with what the server and the device have, and with what the server has since, one answer after the other. */
const openingOf = (parts: SyncParts, { memory, device, server, tabs }: Pieces) => {
  const { facts, isDirty } = memory
  let opening: Promise<void> = Promise.resolve()
  // Handed in, being handed in, or two texts are asked about: no other text comes in between.
  const isBusy = () => facts.isFinished || server.isHeld() || memory.view().conflict !== null
  /** Nothing there is newer than what is shown here, or what is written here is not to be replaced without being asked about. */
  const isUpToDate = ({ draft, start, after }: There): boolean => {
    const { ready, work } = memory.view()
    if (!ready) return false
    if (isBusy() || (facts.base ?? 0) >= (draft?.version ?? after ?? 0)) return true
    // Of unsent words the same may have arrived, with an answer that was lost.
    return isDirty() && !isSameButStatement(work, draft?.work ?? start)
  }
  const openNow = async (there: There): Promise<void> => {
    // Back at a draft this tab has not finished with: what it holds is newer than an answer that was already on its way.
    if (isUpToDate(there)) return
    const stored = await parts.device.read().catch(() => null)
    // Somebody may have typed meanwhile.
    if (isUpToDate(there)) return
    const { ready, work } = memory.view()
    const here = memory.stored(stored?.kept)
    // What was put aside here and had no room on the device is put aside still.
    const before = ready ? { ...(stored ?? here), kept: here.kept } : stored
    const { at } = facts
    memory.take(openDraft(before, there, parts.tab), before)
    // What was handed in elsewhere and came back takes the place of a draft that nothing else holds any more.
    if (ready && !there.draft && !isSameButStatement(work, there.start)) memory.aside('replaced', work, 'here', at)
    void device.write()
    tabs.greet()
    if (isDirty()) server.hurry()
  }
  /** With each answer that says something may be handed in; asks other tabs for something newer. */
  return (draft: ServerDraft | null, start: Work, after: number | null = null, left?: There['left']): Promise<void> => {
    // A refusal of before has not been for good: what could not be saved then is saved now.
    server.goOn()
    opening = opening.then(() => openNow({ draft, start, after, left }))
    return opening
  }
}

/** What becomes of it where the page goes. */
const leavingOf = ({ memory, device, server }: Pieces) => ({
  /** Writes to the device now: before a page is hidden, and when a field is left. */
  flush: async (): Promise<void> => {
    if (memory.view().ready && device.isPlanned()) await device.write()
    else await device.settled()
  },
  /** The page is being closed: there is no time to wait for anything. */
  closing: (): void => {
    if (memory.view().ready && memory.isDirty() && !memory.facts.isFinished) device.writeNow()
  },
  /** The page is left: what is unsent goes out now. */
  leave: (): void => {
    if (device.isPlanned() && !memory.facts.isFinished) void device.write()
    server.hurry()
  },
  /** Writes to the device when a session ends: the text will be offered to the same person. */
  endSession: async (): Promise<void> => {
    if (!memory.view().ready || memory.facts.isFinished) return
    memory.facts.isEnded = true
    await device.write()
  },
})

/** What happens to it from outside: the network goes and comes, it is handed in. */
const lifeOf = ({ memory, device, server }: Pieces) => ({
  /** The network is back, or the page is seen again. */
  retry: (): void => {
    if (!memory.isDirty()) return
    memory.show({})
    server.hurry()
  },
  /** The network is gone. */
  offline: (): void => memory.show({}),
  /** The work was handed in: the device forgets it. */
  finish: async (): Promise<void> => {
    memory.facts.isFinished = true
    server.cancel()
    await device.forget()
  },
})

const piecesOf = (parts: SyncParts) => {
  const memory = createDraftMemory(parts)
  const device = createDraftDevice(memory, parts)
  const written = (): void => {
    void device.write()
    tabs.tellWork()
  }
  const server = createDraftServer(memory, parts, written)
  const tabs = createDraftTabs(memory, parts, () => server.plan(takeOverDelay), device.write)
  return { memory, device, server, tabs, written }
}
type Pieces = ReturnType<typeof piecesOf>

/**
 * Keeps one work safe: on the device at once, on the server within two seconds, in step with other tabs and devices.
 * The memory holds it; device, server and tabs each carry it further; choices are the person's.
 */
export const createDraftSync = (parts: SyncParts) => {
  const pieces = piecesOf(parts)
  const { memory, device, server, tabs, written } = pieces
  const { facts, view } = memory
  return {
    view,
    subscribe: memory.subscribe,
    open: openingOf(parts, pieces),
    ...leavingOf(pieces),
    ...lifeOf(pieces),
    choosing: { memory, now: parts.now, written, hurry: server.hurry } satisfies Choosing,
    /** Handing in met a newer draft. */
    meet: (theirs: ServerDraft): void => memory.show({ conflict: theirs }),
    /** A change by the person here. */
    change: (part: Partial<Work>): void => {
      const work = { ...view().work, ...part }
      if (isSameWork(work, view().work) && !part.links && part.title === undefined) return
      memory.noteChange()
      facts.at = parts.now()
      facts.isEnded = false
      facts.isOwn = true
      memory.show({ work, problem: null })
      device.plan(tabs.tellWork)
      server.plan()
    },
    receive: tabs.receive,
    /** While a version is handed in no draft is saved beside it: waits for the one on its way. */
    hold: server.hold,
    release: server.release,
    /** Neither the device nor the server has what is written: it would go with the page. */
    isAtRisk: () => facts.isRefused && memory.isDirty() && !facts.isFinished,
    base: () => facts.base,
    attempt: () => facts.attempt,
    /** Remembers the key of a version on its way, on the device before it is sent. */
    setAttempt: async (next: Attempt | null): Promise<void> => {
      facts.attempt = next
      await device.write()
    },
  }
}

export type DraftSync = ReturnType<typeof createDraftSync>
