// @vitest-environment happy-dom
import type { Input } from '@tongchuang/contract/call.ts'
import { FileCard } from '@tongchuang/contract/files.ts'
import { submissions } from '@tongchuang/contract/submissions.ts'
import { sampleOf, sentWith } from '@tongchuang/contract/testing/sample.ts'
import { connect } from '@tongchuang/ui/send.ts'
import { studentSession } from '@tongchuang/ui/session.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { toasts } from '@tongchuang/ui/toast.ts'
import { flushEditors } from '@tongchuang/ui/session-end.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { studentTaskQuery } from '../../queries/student-task.ts'
import { endDraft } from './testing/end-draft.ts'
import { useWriting } from './use-writing.ts'
import { emptyWork } from './work.ts'

type Asked = Input<typeof submissions.submit>
type Answer = { code: number; msg: string; time: number; data: object }

const user = 9
let task = 300
let saves: string[] = []
let handedIn: string[] = []
let isOnline = true
let bases: unknown[] = []
/** The number of the returned version, which the page starts with. */
let after: number | null = null
/** The files that the work has, and the names of the pictures that were put into its text. */
let files: FileCard[] = []
let put: string[] = []
let answer: (asked: Asked) => Answer

const refusal = (reason: string): Answer => ({ code: 0, msg: '不能提交', time: 0, data: { reason } })
const saved = (): Answer => ({
  code: 1,
  msg: '',
  time: 0,
  data: { draft_version: saves.length, saved_at: '2026-10-12T01:00:00.000Z' },
})

beforeEach(async () => {
  await loadTexts('taskSubmit')
  task += 1
  saves = []
  handedIn = []
  isOnline = true
  toasts.set([])
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline)
  bases = []
  after = null
  files = []
  put = []
  answer = saved
  studentSession.begin('token')
  connect(async ({ input }) => {
    const asked = sentWith(submissions.submit, input)
    bases.push(asked.base_version)
    const { content = '' } = asked
    if (asked.draft) saves.push(content)
    else handedIn.push(content)
    return answer(asked)
  })
  vi.useFakeTimers()
})
afterEach(async () => {
  await endDraft({ user, task, round: task })
  studentSession.end()
  vi.restoreAllMocks()
})

let writing: ReturnType<typeof useWriting>
let hear: (asOf: number) => void

type Shown = (now: typeof writing, hearing: typeof hear) => void
/** The page of a task, which hears that the task can be worked on. */
const Page = ({ shown }: { shown: Shown }) => {
  const [asOf, setAsOf] = useState(1)
  const now = useWriting({
    user,
    task,
    round: task,
    title: '读书笔记',
    address: '/submit',
    server: null,
    start: { ...emptyWork, files },
    after,
    asOf,
    onReceived: () => undefined,
    onPicture: ({ name }) => void put.push(name),
  })
  useLayoutEffect(() => shown(now, setAsOf), [shown, now])
  return null
}
const open = (beside: ReactNode = null) =>
  openPage(
    <>
      <Page
        shown={(now, hearing) => {
          writing = now
          hear = hearing
        }}
      />
      {beside}
    </>,
  )

test('a student whose editor stays open is saved again as soon as the page hears that there is more time', async () => {
  const page = await open()
  answer = () => refusal('CLOSED')
  await page.doing(() => writing.sync.change({ content: '到时间时写到一半' }))
  await page.doing(() => vi.advanceTimersByTimeAsync(3000))
  expect(writing.draft.status).toBe('device')
  answer = saved
  await page.doing(() => hear(2))
  await page.doing(() => vi.advanceTimersByTimeAsync(0))
  expect(writing.draft.status).toBe('saved')
  await page.close()
})

test('a student whose teacher has asked for more meanwhile has the task read again when the work is refused', async () => {
  const read = vi.fn(async () => 1)
  const Task = () => {
    const { queryKey } = studentTaskQuery(task)
    useQuery({ queryKey: [...queryKey], queryFn: read })
    return null
  }
  const page = await open(<Task />)
  await page.doing(() => vi.advanceTimersByTimeAsync(0))
  expect(read).toHaveBeenCalledTimes(1)
  answer = () => refusal('MISSING')
  await page.doing(() => writing.handIn.press())
  await page.doing(() => vi.advanceTimersByTimeAsync(0))
  expect(writing.phase.problem).toBe('不能提交')
  expect(read).toHaveBeenCalledTimes(2)
  await page.close()
})

test.each([null, 5])(
  'what a student writes first says what it goes on from, so that nothing newer can be there unseen: %s',
  async (number) => {
    after = number
    const page = await open()
    await page.doing(() => writing.sync.change({ content: '第一个字' }))
    await page.doing(() => vi.advanceTimersByTimeAsync(2000))
    expect([saves, bases]).toEqual([['第一个字'], [number ?? 0]])
    await page.close()
  },
)

test('a student whose hand-out is no picture gets no broken picture into the text, and is told where the file is', async () => {
  files = (['image', 'pdf', 'other'] as const).map((kind, at) =>
    sampleOf(FileCard, { id: at + 1, kind, name: `${at}.${kind}`, size: 4 }),
  )
  const page = await open()
  await page.doing(() => writing.addPictures(files.map(({ name }) => new File(['1234'], name))))
  // What adds them is loaded first.
  await vi.waitFor(() => expect(toasts.get()).toHaveLength(2), { timeout: 10_000 })
  expect(put).toEqual(['0.image'])
  expect(said()[0]).toEqual(['「1.pdf」不是能放进正文的图片，已加到下面的文件里', undefined])
  await page.close()
})

const said = () => toasts.get().map(({ text, link }) => [text, link?.to])
const received = (): Answer => ({ code: 1, msg: '', time: 0, data: { submit_id: 7 } })

/** A student without a network who presses the button, reads that it waits for the line, and looks at another page. */
const leavesWaiting = async () => {
  const page = await open()
  await page.doing(() => writing.sync.change({ content: '写好了' }))
  await page.doing(() => vi.advanceTimersByTimeAsync(2000))
  isOnline = false
  await page.doing(() => writing.handIn.press())
  expect(writing.phase.phase).toBe('network')
  await page.close()
}
const lineIsBack = async () => {
  isOnline = true
  dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(0)
}

test('a student who leaves the page while the hand-in waits for the network has handed in, and is told on any page', async () => {
  await leavesWaiting()
  expect(said()).toEqual([['会自动提交，去别的页面也一样，先别关掉网页', undefined]])
  const closing = new Event('beforeunload', { cancelable: true })
  dispatchEvent(closing)
  expect(closing.defaultPrevented).toBe(true)
  answer = received
  toasts.set([])
  await lineIsBack()
  expect(handedIn).toEqual(['写好了'])
  expect(said()).toEqual([['「读书笔记」已提交', '/submit']])
})

test('a student who comes back before the network does finds the hand-in waiting, and can still call it off', async () => {
  await leavesWaiting()
  const page = await open()
  expect(writing.phase.phase).toBe('network')
  await page.doing(() => writing.handIn.cancel())
  await page.doing(lineIsBack)
  expect(handedIn).toEqual([])
  await page.close()
})

test('a student whose work is refused while another page is looked at is told why, and reads it on coming back', async () => {
  await leavesWaiting()
  answer = () => refusal('CLOSED')
  toasts.set([])
  await lineIsBack()
  expect(said()).toEqual([['「读书笔记」还没有提交：不能提交', '/submit']])
  const page = await open()
  expect(writing.phase).toEqual({ phase: 'idle', problem: '不能提交' })
  await page.close()
})

test('a student who logs out while the hand-in waits is told that nothing was handed in, and nobody hands it in later', async () => {
  await leavesWaiting()
  toasts.set([])
  await flushEditors()
  expect(said()).toEqual([['还没有提交，登录后回到提交页再交', undefined]])
  studentSession.begin('somebody else')
  await lineIsBack()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(handedIn).toEqual([])
})

test('a hand-in whose session was taken away is neither sent nor spoken of to whoever logs in next', async () => {
  await leavesWaiting()
  studentSession.begin('somebody else')
  toasts.set([])
  await lineIsBack()
  await vi.advanceTimersByTimeAsync(60_000)
  expect([handedIn, said()]).toEqual([[], []])
})
