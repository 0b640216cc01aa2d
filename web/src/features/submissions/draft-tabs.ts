import type { DraftMemory } from './draft-memory.ts'
import type { SyncParts, TabMessage } from './draft-parts.ts'
import { isSameWork } from './work.ts'

/** Keeps the tabs of one person and task in step: the newer edit is shown in all of them. */
export const createDraftTabs = (
  memory: DraftMemory,
  tell: SyncParts['tell'],
  takenOver: () => void,
  store: () => unknown,
) => {
  const { facts, isDirty } = memory
  // Work that was handed in, or written in a session that is over, is no current draft: no other tab may show it as
  // one.
  const isSilent = () => facts.isFinished || facts.isEnded
  const tellWork = (): void => {
    if (isSilent()) return
    const { work, savedAt } = memory.view()
    tell({ kind: 'work', work, at: facts.at, base: facts.base, sent: !isDirty(), savedAt })
  }
  return {
    tellWork,
    /** Asks the other tabs for something newer. */
    greet: () => tell({ kind: 'hello' }),
    receive: (message: TabMessage): void => {
      const view = memory.view()
      if (!view.ready || isSilent()) return
      if (message.kind === 'hello') {
        if (facts.at > 0) tellWork()
        return
      }
      if (message.at < facts.at) return
      // Of two texts that the server has saved, the later save is newer, whichever was typed last in this browser.
      if (message.sent && (message.base ?? 0) < (facts.base ?? 0)) return
      const isSame = isSameWork(message.work, view.work)
      // Text written in another tab is kept by that tab.
      const isLost = !isSame && isDirty() && facts.isOwn
      if (isLost) memory.aside('tab', view.work)
      facts.isOwn = false
      facts.base = message.base
      facts.at = message.at
      memory.noteChange()
      if (message.sent) memory.noteSent()
      memory.drop(({ work }) => isSameWork(work, message.work))
      memory.show({
        work: message.work,
        revision: view.revision + (isSame ? 0 : 1),
        savedAt: message.savedAt,
        conflict: null,
      })
      if (!message.sent) takenOver()
      if (isLost) store()
    },
  }
}
