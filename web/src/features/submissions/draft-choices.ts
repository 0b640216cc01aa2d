import type { DraftMemory } from './draft-memory.ts'
import { isSameWork } from './work.ts'
import type { Work } from './work.ts'

/** The parts of a draft that the choices need. */
export type Choosing = { memory: DraftMemory; now: () => number; written: () => void; hurry: () => void }

/**
 * The person's choices between texts: restoring one kept aside, or resolving a conflict of two. The other text is never
 * lost. Loaded together with the dialogs that offer the choice.
 */
export const draftChoices = ({ memory, now, written, hurry }: Choosing) => {
  const { facts, show, aside } = memory
  /** Puts another text into the editor. */
  const replace = (work: Work, { sent }: { sent: boolean }): void => {
    memory.noteChange()
    if (sent) memory.noteSent()
    facts.at = Math.max(now(), facts.at + 1)
    facts.isOwn = true
    show({ work, revision: memory.view().revision + 1, problem: null })
    written()
    if (!sent) hurry()
  }
  return {
    /** Puts a kept text into the editor and keeps the current one aside instead. Never hands in. */
    restore: (id: string): void => {
      const { kept, work } = memory.view()
      const one = kept.find((text) => text.id === id)
      if (!one) return
      memory.drop((text) => text === one)
      if (!isSameWork(work, one.work)) aside('replaced', work)
      replace(one.work, { sent: false })
    },
    /**
     * Resolves a conflict by the person's choice: one of the two texts, or both in one work. Whatever is then not in
     * the editor is kept aside; of a merge that may be an answer to the same question, or a file too many.
     */
    resolve: (choice: 'mine' | 'theirs' | Work): void => {
      const { conflict: theirs, work: mine } = memory.view()
      if (!theirs) return
      facts.base = theirs.version
      show({ conflict: null })
      if (choice === 'theirs') {
        aside('replaced', mine)
        show({ savedAt: theirs.at })
        replace(theirs.work, { sent: true })
      } else {
        aside('replaced', theirs.work, theirs.device, theirs.at)
        replace(choice === 'mine' ? mine : choice, { sent: false })
      }
    },
    /** Discards a kept text. */
    discard: (id: string): void => {
      memory.drop((kept) => kept.id === id)
      written()
    },
  }
}
