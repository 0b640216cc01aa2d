import type { DraftMemory } from './draft-memory.ts'
import type { Saved, SyncParts } from './draft-parts.ts'
import { retryDelay } from './retry-delay.ts'
import { isSameWork } from './work.ts'
import type { Work } from './work.ts'

const serverDelay = 1500

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
      Object.assign(facts, { failures: 0, refusals: 0, base: answer.version })
      memory.noteSent(sending)
      show({ savedAt: answer.at, problem: null })
      saved()
    } else if (answer.kind === 'conflict') {
      const { theirs } = answer
      // Another device has saved the very same text.
      if (isSameWork(theirs.work, work))
        settle({ kind: 'saved', version: theirs.version, at: theirs.at }, sending, work)
      else show({ conflict: theirs })
    } else if (answer.kind === 'unreachable') {
      facts.failures += 1
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
