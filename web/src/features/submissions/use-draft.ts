import { beforeSessionEnds } from '@tongchuang/ui/session-end.ts'
import { studentSession } from '@tongchuang/ui/session.ts'
import { serverNow } from '@tongchuang/ui/server-clock.ts'
import { useEffect, useSyncExternalStore } from 'react'
import { deviceStore } from './device-store.ts'
import type { TabMessage } from './draft-parts.ts'
import { createDraftSync } from './draft-sync.ts'
import type { DraftSync } from './draft-sync.ts'
import { draftTransport } from './draft-transport.ts'
import { keepInTab, wordsInTab } from '@tongchuang/ui/on-device.ts'

const drafts = new Map<string, DraftSync>()

/** The name of this browser tab: the same after a reload, another one in a new tab. */
const tabName = (): string => {
  const known = wordsInTab('desk-tab')
  if (known) return known
  const made = crypto.randomUUID?.() ?? String(Math.random())
  keepInTab('desk-tab', made)
  return made
}

const begin = (user: number, task: number): DraftSync => {
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(`desk-${user}-${task}`)
  const sync = createDraftSync({
    tab: tabName(),
    device: deviceStore(user, task),
    save: draftTransport(task),
    tell: (message) => channel?.postMessage(message),
    isOnline: () => navigator.onLine,
    now: serverNow,
    later: (run, ms) => {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
  })
  channel?.addEventListener('message', (event: MessageEvent<TabMessage>) => sync.receive(event.data))
  beforeSessionEnds(() => sync.endSession())
  addEventListener('online', sync.retry)
  addEventListener('offline', sync.offline)
  const hide = () => void sync.flush()
  addEventListener('pagehide', sync.closing)
  document.addEventListener('visibilitychange', hide)
  return sync
}

/** The draft of this person and task: one for the whole life of a session, so that leaving the page interrupts no save. */
export const draftOf = (user: number, task: number): DraftSync => {
  const key = `${studentSession.token()} ${user} ${task}`
  const known = drafts.get(key)
  if (known) return known
  const made = begin(user, task)
  drafts.set(key, made)
  return made
}

/** A finished draft is forgotten: what is written after taking a version back begins anew. */
export const forgetDraft = (sync: DraftSync): void => {
  for (const [key, known] of drafts) if (known === sync) drafts.delete(key)
}

/** What the draft shows now; leaving the page sends what is unsent. */
export const useDraft = (sync: DraftSync) => {
  useEffect(() => () => sync.leave(), [sync])
  return useSyncExternalStore(sync.subscribe, sync.view)
}
