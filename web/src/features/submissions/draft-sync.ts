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

// The tab that was typed in sends the draft; if that tab is closed first, this one does so after the delay.
const takeOverDelay = 5000

/**
 * Opens the draft with the data of the server and the device, and again for later data of the server, one at a time.
 */
const openingOf = (parts: SyncParts, { memory, device, server, tabs }: Pieces) => {
  const { facts, isDirty } = memory
  let opening: Promise<void> = Promise.resolve()
  // Handed in, being handed in, or in conflict: no other text may come in between.
  const isBusy = () => facts.isFinished || server.isHeld() || memory.view().conflict !== null
  /** Whether the server has nothing newer than the shown work, or the text here must not be replaced without asking. */
  const isUpToDate = ({ draft, start, after }: There): boolean => {
    const { ready, work } = memory.view()
    if (!ready) return false
    if (isBusy() || (facts.base ?? 0) >= (draft?.version ?? after ?? 0)) return true
    // Unsent text may have arrived although its response was lost.
    return isDirty() && !isSameButStatement(work, draft?.work ?? start)
  }
  const openNow = async (there: There): Promise<void> => {
    // On returning to a draft this tab has not finished, its text is newer than a response that was already on its way.
    if (isUpToDate(there)) return
    const stored = await parts.device.read().catch(() => null)
    // The person may have typed meanwhile.
    if (isUpToDate(there)) return
    const { ready, work } = memory.view()
    const here = memory.stored(stored?.kept)
    // Texts kept aside here for which the device had no room are still kept.
    const before = ready ? { ...(stored ?? here), kept: here.kept } : stored
    const { at } = facts
    memory.take(openDraft(before, there, parts.tab), before)
    // A version handed in elsewhere and returned replaces a draft that exists nowhere else any more.
    if (ready && !there.draft && !isSameButStatement(work, there.start)) memory.aside('replaced', work, 'here', at)
    void device.write()
    tabs.greet()
    if (isDirty()) server.hurry()
  }
  /** Called with each response that allows handing in; asks other tabs for newer text. */
  return (draft: ServerDraft | null, start: Work, after: number | null = null, left?: There['left']): Promise<void> => {
    // An earlier refusal was not final: unsaved changes are saved now.
    server.goOn()
    opening = opening.then(() => openNow({ draft, start, after, left }))
    return opening
  }
}

/** How the draft is saved when the page is left. */
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
  /** Called when the page is left: unsent changes are sent now. */
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

/** External events of the draft: the network goes or returns, the work is handed in. */
const lifeOf = ({ memory, device, server }: Pieces) => ({
  /** Called when the network is back or the page is visible again. */
  retry: (): void => {
    if (!memory.isDirty()) return
    memory.show({})
    server.hurry()
  },
  /** Called when the network is lost. */
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
  const tabs = createDraftTabs(memory, parts.tell, () => server.plan(takeOverDelay), device.write)
  return { memory, device, server, tabs, written }
}
type Pieces = ReturnType<typeof piecesOf>

/**
 * Keeps one work safe: on the device at once, on the server within two seconds, in step with other tabs and devices.
 * The memory holds the work; device, server and tabs each propagate it; choices are left to the person.
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
    /** Called when handing in finds a newer draft on the server; returns whether this page has saved it. */
    meet: server.meet,
    /** Applies a change made by the person in this tab. */
    change: (part: Partial<Work>): void => {
      const work = { ...view().work, ...part }
      if (isSameWork(work, view().work) && !part.links && part.title === undefined) return
      memory.noteChange()
      // After a clock was set back, too, the newest text is the newest.
      facts.at = Math.max(parts.now(), facts.at + 1)
      facts.isEnded = false
      facts.isOwn = true
      memory.show({ work, problem: null })
      device.plan(tabs.tellWork)
      server.plan()
    },
    receive: tabs.receive,
    /** Stops saving drafts while a version is handed in; waits for the save in progress. */
    hold: server.hold,
    release: server.release,
    /** Whether neither the device nor the server has the text, so that it would be lost with the page. */
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
