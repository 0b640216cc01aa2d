import type { FileCard } from '@tongchuang/contract/files.ts'
import { showToast } from '@tongchuang/ui/toast.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { createHandIn } from './hand-in.ts'
import { handInTransport } from './hand-in-transport.ts'
import { newKey } from '@tongchuang/ui/new-key.ts'
import { studentTaskQuery } from '../../queries/student-task.ts'
import { useConflict } from './use-conflict.ts'
import { draftOf, forgetDraft, useDraft } from './use-draft.ts'
import { uploadsOf } from './use-uploads.ts'
import type { ServerDraft, Work } from './work.ts'

const later = (run: () => void, ms: number) => {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

type Hearing = { received: (submit_id: number) => void; over: () => void }

/** What the session tells the page that shows it now. */
const hearing = () => {
  let page: Hearing = { received: () => undefined, over: () => undefined }
  return { now: () => page, set: (next: Hearing) => void (page = next) }
}

const begin = ({ user, task, hear }: { user: number; task: number; hear: () => Hearing }) => {
  const sync = draftOf(user, task)
  const { queue, whenArrived } = uploadsOf(sync, user, task)
  const handIn = createHandIn({
    draft: { ...sync, work: () => sync.view().work },
    uploading: queue.pending,
    resumeUploads: () => queue.resumeAll('all'),
    isOnline: () => navigator.onLine,
    newKey,
    send: handInTransport(task),
    received: (submit_id) => {
      forgetDraft(sync)
      hear().received(submit_id)
    },
    lookAgain: () => hear().over(),
    later,
  })
  return { sync, queue, whenArrived, handIn }
}

const onlineNow = () => navigator.onLine
const listenOnline = (listener: () => void) => {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

type Start = {
  user: number
  task: number
  server: ServerDraft | null
  start: Work
  /** The number of the version it begins with, as drafts are counted; null where there is none. */
  after: number | null
  /** When the server was last heard to say that something may be handed in. */
  asOf: number
  onReceived: (submit_id: number) => void
  onPicture: (card: FileCard) => void
}

/** One piece of work under way: its draft, its uploads and its handing in, as the page draws them. */
export const useWriting = ({ user, task, server, start, after, asOf, onReceived, onPicture }: Start) => {
  const client = useQueryClient()
  const [pictures] = useState(() => new Set<string>())
  const received = useEffectEvent(onReceived)
  const picture = useEffectEvent(onPicture)
  const over = useEffectEvent(() => void client.invalidateQueries({ queryKey: studentTaskQuery(task).queryKey }))
  const [heard] = useState(hearing)
  const [session] = useState(() => begin({ user, task, hear: heard.now }))
  const { sync, queue, whenArrived, handIn } = session
  const draft = useDraft(sync)
  const uploads = useSyncExternalStore(queue.subscribe, queue.list)
  const conflict = useConflict(draft.conflict)
  const phase = useSyncExternalStore(handIn.subscribe, handIn.view)
  const isOnline = useSyncExternalStore(listenOnline, onlineNow)

  const { submissions: texts } = useTexts()
  const goOn = useEffectEvent(() => {
    const moving = queue.moving()
    if (moving > 0) showToast(texts.uploadsGoOn(moving), 'info')
  })
  const opened = useEffectEvent(() => void sync.open(server, start, after))
  useEffect(() => opened(), [sync, asOf])
  useEffect(() => {
    heard.set({ received: (id) => received(id), over: () => over() })
    const deaf = whenArrived((card, upload) => {
      if (pictures.delete(upload)) picture(card)
      handIn.wake()
    })
    void queue.open()
    const back = () => {
      queue.resumeAll('broken')
      handIn.wake()
    }
    const warn = (event: BeforeUnloadEvent) => {
      if (queue.pending() > 0 || sync.isAtRisk()) event.preventDefault()
    }
    addEventListener('online', back)
    addEventListener('beforeunload', warn)
    return () => {
      removeEventListener('online', back)
      removeEventListener('beforeunload', warn)
      deaf()
      handIn.cancel()
      goOn()
    }
  }, [heard, sync, queue, whenArrived, handIn, pictures])

  // A file taken away may have been the last one that was waited for.
  useEffect(() => queue.subscribe(() => queue.pending() === 0 && handIn.wake()), [queue, handIn])

  // A save that is refused for good while the line is up: the task is in another state than this page thinks.
  const isStopped = draft.status === 'device' && isOnline && !draft.problem
  useEffect(() => {
    if (isStopped) over()
  }, [isStopped])

  return {
    sync,
    queue,
    handIn,
    draft,
    conflict,
    uploads,
    phase,
    isOnline,
    uploading: uploads.filter(({ state }) => state !== 'refused').length,
    /** Files whose picture goes into the text when it has arrived. */
    addPictures: (files: File[]) => {
      // One that is among the files already is shown from there.
      const there = files.map(({ name, size }) =>
        sync.view().work.files.find((card) => card.name === name && card.size === size),
      )
      for (const card of there) if (card) onPicture(card)
      for (const id of queue.add(files.filter((_, at) => !there[at]))) pictures.add(id)
    },
  }
}
