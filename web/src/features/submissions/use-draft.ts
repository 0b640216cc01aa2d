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
import { isSameButStatement } from './work.ts'
import type { Work } from './work.ts'

/** Identifies a draft: the person, the task, and the round, which is the id of the student-task. */
export type Written = { user: number; task: number; round: number }

type Held = { sync: DraftSync; isOfNow: () => boolean; letGo: () => void }

const drafts = new Map<string, Held>()

/** The name of this browser tab: the same after a reload, another one in a new tab. */
const tabName = (): string => {
  const known = wordsInTab('desk-tab')
  if (known) return known
  const made = crypto.randomUUID?.() ?? String(Math.random())
  keepInTab('desk-tab', made)
  return made
}

/** Connects a draft to the events of other tabs, the browser and the end of the session, until it is released. */
const listen = (
  sync: DraftSync,
  { channel, hearing, isOfNow }: { channel: BroadcastChannel | null; hearing: AbortController; isOfNow: () => boolean },
): void => {
  const { signal } = hearing
  // Once another session has begun here, text of this one stays on the device for its author.
  const whileOfNow =
    <Given extends unknown[]>(run: (...given: Given) => unknown) =>
    (...given: Given) =>
      isOfNow() ? run(...given) : hearing.abort()
  const deaf = beforeSessionEnds(whileOfNow(sync.endSession))
  const hear = whileOfNow(({ data }: MessageEvent<TabMessage>) => sync.receive(data))
  channel?.addEventListener('message', (event: MessageEvent<TabMessage>) => void hear(event), { signal })
  addEventListener('online', whileOfNow(sync.retry), { signal })
  addEventListener('offline', whileOfNow(sync.offline), { signal })
  addEventListener('pagehide', whileOfNow(sync.closing), { signal })
  document.addEventListener('visibilitychange', whileOfNow(sync.flush), { signal })
  signal.addEventListener('abort', () => {
    deaf()
    channel?.close()
  })
}

const begin = ({ user, task, round }: Written): Held => {
  const name = `desk-${user}-${task}-${round}`
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(name)
  const hearing = new AbortController()
  const token = studentSession.token()
  const sync = createDraftSync({
    tab: tabName(),
    device: deviceStore(user, task, round),
    save: draftTransport(task, round),
    tell: (message) => {
      if (!hearing.signal.aborted) channel?.postMessage(message)
    },
    isOnline: () => navigator.onLine,
    now: serverNow,
    later: (run, ms) => {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
  })
  // A session that was given up or taken away is over only once another one has begun here: until then its text is
  // saved.
  const isOfNow = () => [token, null].includes(studentSession.token())
  listen(sync, { channel, hearing, isOfNow })
  return { sync, isOfNow, letGo: () => hearing.abort() }
}

const letGo = (isGone: (held: Held, key: string) => boolean): void => {
  for (const [key, held] of drafts) {
    if (!isGone(held, key)) continue
    held.letGo()
    drafts.delete(key)
  }
}

const ofTask = ({ user, task }: Written): string => `${studentSession.token()} ${user} ${task} `
const keyOf = (written: Written): string => ofTask(written) + written.round

/**
 * The draft of this person, task and round: one for the whole session, so that leaving the page interrupts no save.
 * Opening another round disconnects the previous one.
 */
export const draftOf = (written: Written): DraftSync => {
  const key = keyOf(written)
  const of = ofTask(written)
  letGo(({ isOfNow }, name) => !isOfNow() || (name !== key && name.startsWith(of)))
  const held = drafts.get(key) ?? begin(written)
  drafts.set(key, held)
  return held.sync
}

/** Drops a finished draft: text written after withdrawing a version starts a new draft. */
export const forgetDraft = (sync: DraftSync): void => letGo((held) => held.sync === sync)

/** Drops a draft identical to a version waiting for review, even if the response confirming its arrival was lost. */
export const forgetHandedIn = async (written: Written, version: Work): Promise<void> => {
  const sync = drafts.get(keyOf(written))?.sync
  if (!sync?.view().ready || !isSameButStatement(sync.view().work, version)) return
  await sync.finish()
  forgetDraft(sync)
}

/** The current view of the draft; leaving the page sends what is unsent. */
export const useDraft = (sync: DraftSync) => {
  useEffect(() => () => sync.leave(), [sync])
  return useSyncExternalStore(sync.subscribe, sync.view)
}
