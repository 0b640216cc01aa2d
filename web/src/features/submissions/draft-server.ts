import type { DraftMemory } from './draft-memory.ts'
import type { Saved, SyncParts } from './draft-parts.ts'
import { retryDelay } from './retry-delay.ts'
import { fingerprintOf, isSameWork } from './work.ts'
import type { ServerDraft, Work } from './work.ts'

const serverDelay = 1500

/**
 * What is known of the server's draft: a text sent from here without an answer may be there, and the work here then
 * continues it, so that nobody is asked about their own earlier text.
 */
const meetingOf = ({ facts, show }: DraftMemory) => {
  const unheard = new Set<string>()
  return {
    agree: (version: number): void => {
      Object.assign(facts, { failures: 0, refusals: 0, base: version })
      unheard.clear()
    },
    miss: (work: Work): void => {
      facts.failures += 1
      unheard.add(fingerprintOf(work))
    },
    /** Returns whether the met draft was sent from here; otherwise the person is asked. */
    meet: (theirs: ServerDraft): boolean => {
      const isOwn = unheard.has(fingerprintOf(theirs.work))
      if (isOwn) facts.base = theirs.version
      else show({ conflict: theirs })
      return isOwn
    },
  }
}

/**
 * Saves a draft on the server, one request at a time: soon after a change, and with growing delays while no answer
 * comes.
 */
export const createDraftServer = (
  memory: DraftMemory,
  { save, later }: Pick<SyncParts, 'save' | 'later'>,
  saved: () => void,
) => {
  const { facts, isDirty, show } = memory
  let saving: Promise<void> | null = null
  let isHeld = false
  let callOff: (() => void) | null = null
  const { agree, miss, meet } = meetingOf(memory)

  const plan = (ms = serverDelay): void => {
    if (callOff || facts.isFinished) return
    callOff = later(() => {
      callOff = null
      void sendDraft()
    }, ms)
  }
  const cancel = (): void => {
    callOff?.()
    callOff = null
  }
  const maySend = () => !saving && !isHeld && isDirty() && !memory.view().conflict && !facts.isOver && !facts.isFinished

  const sendDraft = async (): Promise<void> => {
    if (!maySend()) return
    const sending = memory.changeCount()
    const { work } = memory.view()
    saving = save(work, facts.base).then((answer) => settle(answer, sending, work))
    show({})
    await saving
    saving = null
    if (isDirty() && !memory.view().problem) plan(facts.failures > 0 ? retryDelay(facts.failures) : serverDelay)
  }

  const settle = (answer: Saved, sending: number, work: Work): void => {
    if (facts.isFinished) return
    if (answer.kind === 'saved') {
      agree(answer.version)
      memory.noteSent(sending)
      show({ savedAt: answer.at, problem: null })
      saved()
    } else if (answer.kind === 'conflict') {
      // Another device has saved the very same text.
      if (isSameWork(answer.theirs.work, work)) settle({ ...answer.theirs, kind: 'saved' }, sending, work)
      else meet(answer.theirs)
    } else if (answer.kind === 'unreachable') {
      miss(work)
      if (answer.seconds) plan(answer.seconds * 1000)
      show({})
    } else if (answer.kind === 'over') {
      facts.isOver = true
      facts.refusals += 1
      show({})
    } else {
      show({ problem: answer.text })
    }
  }

  return {
    plan,
    cancel,
    meet,
    /** Saves now, if there is something to save. */
    hurry: (): void => {
      cancel()
      void sendDraft()
    },
    /**
     * Called when the server accepts drafts again: saves at once, or with growing delays if it refused again after an
     * earlier such call.
     */
    goOn: (): void => {
      if (!facts.isOver) return
      facts.isOver = false
      show({})
      cancel()
      plan(facts.refusals > 1 ? retryDelay(facts.refusals - 1) : 0)
    },
    /** Waits for a save in progress, then saves nothing until it is released. */
    hold: async (): Promise<void> => {
      isHeld = true
      await saving
    },
    isHeld: () => isHeld,
    release: (): void => {
      isHeld = false
      if (isDirty()) plan()
    },
  }
}
