import type { DraftMemory } from './draft-memory.ts'
import { bothWorks, isSameWork } from './work.ts'
import type { ServerDraft, Work } from './work.ts'

type Parts = { now: () => number; written: () => void; hurry: () => void }

/** What a person chooses between texts: one that was kept aside, or one of two that met. The other one is never lost. */
export const createDraftChoices = (memory: DraftMemory, { now, written, hurry }: Parts) => {
  const { facts, show, aside } = memory
  /** Puts another text into the editor. */
  const replace = (work: Work, { sent }: { sent: boolean }): void => {
    memory.noteChange()
    if (sent) memory.noteSent()
    facts.at = now()
    show({ work, revision: memory.view().revision + 1, problem: null })
    written()
    if (!sent) hurry()
  }
  return {
    /** Puts a kept text into the editor; the one there is kept instead. Never hands in. */
    restore: (id: string): void => {
      const { kept, work } = memory.view()
      const one = kept.find((text) => text.id === id)
      if (!one) return
      show({ kept: kept.filter((text) => text !== one) })
      if (!isSameWork(work, one.work)) aside('replaced', work)
      replace(one.work, { sent: false })
    },
    /** Ends a conflict as the person chose; the text not chosen is kept aside. */
    resolve: (choice: 'mine' | 'theirs' | 'both'): void => {
      const { conflict: theirs, work: mine } = memory.view()
      if (!theirs) return
      facts.base = theirs.version
      show({ conflict: null })
      if (choice === 'mine') {
        aside('replaced', theirs.work, theirs.device, theirs.at)
        replace(mine, { sent: false })
      } else if (choice === 'theirs') {
        aside('replaced', mine)
        show({ savedAt: theirs.at })
        replace(theirs.work, { sent: true })
      } else {
        replace(bothWorks(mine, theirs.work), { sent: false })
      }
    },
    /** Handing in met a newer draft. */
    meet: (theirs: ServerDraft): void => show({ conflict: theirs }),
  }
}
