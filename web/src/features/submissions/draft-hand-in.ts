import { newKey } from '@tongchuang/ui/new-key.ts'
import { ownSession } from '@tongchuang/ui/own-session.ts'
import { beforeSessionEnds } from '@tongchuang/ui/session-end.ts'
import { studentSession } from '@tongchuang/ui/session.ts'
import type { DraftSync } from './draft-sync.ts'
import { createHandIn } from './hand-in.ts'
import type { HandIn } from './hand-in.ts'
import { handInTransport } from './hand-in-transport.ts'
import { forgetDraft } from './use-draft.ts'
import type { DraftUploads } from './use-uploads.ts'

/** The callbacks of a hand-in: those of the page that shows it, or of a substitute while no page does. */
export type HandInHearing = {
  received: (submit_id: number) => void
  /** Called with the reason if it was not handed in; null if the conflict, or the student, has to be resolved first. */
  stopped: (why: string | null) => void
}
export type DraftHandIn = {
  handIn: HandIn
  /** `page` receives the callbacks until the returned function is called; from then on `away` does. */
  hearWith: (page: HandInHearing, away: HandInHearing) => () => void
}

type Given = { task: number; round: number; uploads: DraftUploads; sessionEnded: () => void }

const known = new WeakMap<DraftSync, DraftHandIn>()

const later = (run: () => void, ms: number) => {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

const begin = (sync: DraftSync, { task, round, uploads: { queue, whenArrived }, sessionEnded }: Given): DraftHandIn => {
  const ending = new AbortController()
  const { signal } = ending
  let hearing: HandInHearing | null = null
  /** The refused files that were seen on the page; null while it is looked at. */
  let seen: Set<string> | null = null
  const { isOver } = ownSession(studentSession)
  // The next person to log in is told nothing about it.
  const heard = () => (seen && isOver() ? null : hearing)
  const refused = () => queue.list().filter(({ state }) => state === 'refused')
  const handIn = createHandIn({
    draft: { ...sync, work: () => sync.view().work },
    uploading: queue.pending,
    resumeUploads: () => queue.resumeAll('all'),
    isOnline: () => navigator.onLine,
    isOver,
    newKey,
    send: handInTransport(task, round),
    received: (submit_id) => {
      ending.abort()
      forgetDraft(sync)
      heard()?.received(submit_id)
    },
    stopped: (why) => heard()?.stopped(why),
    later,
  })
  const wake = () => {
    // The page shows that an awaited file was refused; while the page is not open, nothing is handed in without that
    // file.
    const missing = seen && handIn.isWaiting() ? refused().find(({ id }) => !seen?.has(id)) : undefined
    if (!missing) {
      handIn.wake()
      return
    }
    handIn.cancel()
    heard()?.stopped(missing.name)
  }
  // By then the uploaded file is part of the work, and a picture is part of the text.
  const wakeSoon = () => queueMicrotask(wake)
  const deaf = [
    queue.subscribe(() => queue.pending() === 0 && wakeSoon()),
    whenArrived(wakeSoon),
    beforeSessionEnds(() => {
      if (!handIn.isWaiting()) return
      handIn.cancel()
      sessionEnded()
    }),
  ]
  signal.addEventListener('abort', () => deaf.forEach((stop) => void stop()))
  addEventListener('online', wake, { signal })
  // Whichever page is open, closing the window would cancel the hand-in.
  const warn = (event: BeforeUnloadEvent) => handIn.isWaiting() && event.preventDefault()
  addEventListener('beforeunload', warn, { signal })
  return {
    handIn,
    hearWith: (page, away) => {
      hearing = page
      seen = null
      return () => {
        // Another page may have registered by now.
        if (hearing !== page) return
        hearing = away
        seen = new Set(refused().map(({ id }) => id))
      }
    },
  }
}

/** The hand-in of a draft: it lives as long as the draft, so that visiting another page cancels nothing. */
export const handInOf = (sync: DraftSync, given: Given): DraftHandIn => {
  const made = known.get(sync) ?? begin(sync, given)
  known.set(sync, made)
  return made
}
