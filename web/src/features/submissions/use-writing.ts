import type { FileCard } from '@tongchuang/contract/files.ts'
import { useOnline } from '@tongchuang/ui/online.ts'
import { showToast } from '@tongchuang/ui/toast.ts'
import { useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { currentTexts, useTexts } from '../../locales/texts.ts'
import type { Texts } from '../../locales/texts.ts'
import { handInOf } from './draft-hand-in.ts'
import type { HandInHearing } from './draft-hand-in.ts'
import { renewSubmissions, studentTaskQuery } from '../../queries/student-task.ts'
import { usePictures } from './picture-order.ts'
import { useConflict } from './use-conflict.ts'
import { draftOf, useDraft } from './use-draft.ts'
import type { Written } from './use-draft.ts'
import { useFileLimits } from './use-file-limits.ts'
import { uploadsOf } from './use-uploads.ts'
import type { ServerDraft, Work } from './work.ts'

/** The parts of a work in progress that stay alive while other pages are open. */
const begin = ({ user, task, round }: Written) => {
  const sync = draftOf({ user, task, round })
  const uploads = uploadsOf(sync, { user, task, round })
  const sessionEnded = () => {
    const texts = currentTexts()
    if (texts) showToast(texts.submissions.endedUnsubmitted, 'warning')
  }
  return { sync, ...uploads, ...handInOf(sync, { task, round, uploads, sessionEnded }) }
}

/** The messages about a hand-in whose page is not open. */
const awayFrom = (client: QueryClient, { task, title, address }: Pick<Start, 'task' | 'title' | 'address'>) => {
  const say = (kind: 'success' | 'warning', words: (texts: Texts['submissions']) => { text: string; to: string }) => {
    const texts = currentTexts()?.submissions
    if (!texts) return
    const { text, to } = words(texts)
    showToast(text, kind, { to: address, text: to })
  }
  return {
    received: () => {
      void renewSubmissions(client)
      say('success', (texts) => ({ text: texts.submittedAway(title), to: texts.toReceipt }))
    },
    stopped: (why: string | null) => {
      void client.invalidateQueries({ queryKey: studentTaskQuery(task).queryKey })
      say('warning', (texts) => ({ text: texts.notSubmitted(title, why), to: texts.toSubmit }))
    },
  } satisfies HandInHearing
}

const sayNoPicture = ({ name }: FileCard) =>
  // Loaded for the list of files, which shows where the file is.
  void import('./file-list.tsx').then(
    (module) => module.sayNoPicture(name),
    () => undefined,
  )

type Start = Written & {
  /** The task’s title, and the address of its page. */
  title: string
  address: string
  server: ServerDraft | null
  start: Work
  /** The `draft_version` of the version handed in that it starts from; null if nothing was handed in. */
  after: number | null
  /** The unsubmitted draft of the previous round. */
  left?: ServerDraft | null
  /** When the server last stated that work may be handed in, in milliseconds. */
  asOf: number
  onReceived: (submit_id: number) => void
  onPicture: (card: FileCard) => void
}

/** One work in progress: its draft, its uploads and its hand-in, for the page to draw. */
export const useWriting = ({
  user,
  task,
  round,
  title,
  address,
  server,
  start,
  after,
  left,
  asOf,
  onReceived,
  onPicture,
}: Start) => {
  const client = useQueryClient()
  const received = useEffectEvent(onReceived)
  const over = useEffectEvent(() => void client.invalidateQueries({ queryKey: studentTaskQuery(task).queryKey }))
  const [session] = useState(() => begin({ user, task, round }))
  const { sync, queue, handIn, hearWith } = session
  const draft = useDraft(sync)
  const uploads = useSyncExternalStore(queue.subscribe, queue.list)
  // Any file can be chosen where a picture is asked for; what each is, the server has found in its bytes.
  const put = (card: FileCard) => (card.kind === 'image' ? onPicture(card) : sayNoPicture(card))
  const pictures = usePictures(session, uploads, put)
  const conflict = useConflict(draft.conflict)
  const phase = useSyncExternalStore(handIn.subscribe, handIn.view)
  const isOnline = useOnline()

  const { submissions: texts } = useTexts()
  const goOn = useEffectEvent(() => {
    const moving = queue.moving()
    if (handIn.isWaiting()) showToast(texts.submitGoesOn(queue.pending()), 'info')
    else if (moving > 0) showToast(texts.uploadsGoOn(moving), 'info')
  })
  const limits = useFileLimits()
  const awayNow = useEffectEvent(() => awayFrom(client, { task, title, address }))
  const opened = useEffectEvent(() => void sync.open(server, start, after, left))
  useEffect(() => opened(), [sync, asOf])
  useEffect(() => {
    const page = { received: (id: number) => received(id), stopped: () => over() }
    const away = hearWith(page, awayNow())
    void queue.open()
    const back = () => queue.resumeAll('broken')
    const warn = (event: BeforeUnloadEvent) => {
      if (queue.pending() > 0 || sync.isAtRisk()) event.preventDefault()
    }
    addEventListener('online', back)
    addEventListener('beforeunload', warn)
    return () => {
      removeEventListener('online', back)
      removeEventListener('beforeunload', warn)
      away()
      goOn()
    }
  }, [hearWith, sync, queue])

  // A save refused for good while online means the task is in another state than this page assumes.
  const isStopped = draft.status === 'device' && isOnline && !draft.problem
  useEffect(() => {
    if (isStopped) over()
  }, [isStopped])

  const addFiles = (files: readonly File[]) => queue.add(files, limits)
  return {
    sync,
    queue,
    addFiles,
    handIn,
    draft,
    conflict,
    uploads,
    phase,
    isOnline,
    uploading: uploads.filter(({ state }) => state !== 'refused').length,
    /** Uploads picture files and inserts each into the text once it has arrived. */
    addPictures: (files: File[]) => {
      // A file the work already contains is inserted from there.
      const there = files.map(({ name, size }) =>
        sync.view().work.files.find((card) => card.name === name && card.size === size),
      )
      for (const card of there) if (card) put(card)
      for (const id of addFiles(files.filter((_, at) => !there[at]))) pictures.set(id, null)
    },
  }
}
