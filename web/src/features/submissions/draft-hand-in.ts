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

/** What a hand-in tells the page that shows it, or whoever is asked to say it while no page does. */
export type HandInHearing = {
  received: (submit_id: number) => void
  /** It was not handed in, and why; null where the two texts, or the student, have to say first. */
  stopped: (why: string | null) => void
  /** The task is in another state than the page thinks. */
  over: () => void
}
export type DraftHandIn = {
  handIn: HandIn
  /** `page` hears from now on, until what is answered is called; then `away` does. */
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
  // Whoever logs in next is told nothing of it.
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
    lookAgain: () => heard()?.over(),
    later,
  })
  const wake = () => {
    // That a file which is waited for is refused is seen on the page: away from it nothing goes without the file.
    const missing = seen && handIn.isWaiting() ? refused().find(({ id }) => !seen?.has(id)) : undefined
    if (!missing) {
      handIn.wake()
      return
    }
    handIn.cancel()
    heard()?.stopped(missing.name)
  }
  // What arrived is in the work by then, and its picture in the text.
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
  // Whichever page is open: closing the window is what would call it off.
  const warn = (event: BeforeUnloadEvent) => handIn.isWaiting() && event.preventDefault()
  addEventListener('beforeunload', warn, { signal })
  return {
    handIn,
    hearWith: (page, away) => {
      hearing = page
      seen = null
      return () => {
        // Another page may hear by now.
        if (hearing !== page) return
        hearing = away
        seen = new Set(refused().map(({ id }) => id))
      }
    },
  }
}

/** The handing in of a draft: it lives as long as the draft does, so that a look at another page calls nothing off. */
export const handInOf = (sync: DraftSync, given: Given): DraftHandIn => {
  const made = known.get(sync) ?? begin(sync, given)
  known.set(sync, made)
  return made
}
