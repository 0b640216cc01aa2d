// @vitest-environment happy-dom
import { connect } from '@tongchuang/ui/send.ts'
import { studentSession } from '@tongchuang/ui/session.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { useLayoutEffect, useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { useWriting } from './use-writing.ts'
import { emptyWork } from './work.ts'

type Asked = { content: string; draft?: boolean; base_version?: number }
type Answer = { code: number; msg: string; time: number; data: object }

const user = 9
let task = 300
let saves: string[] = []
let bases: unknown[] = []
/** The number of the version that came back, which the page begins with. */
let after: number | null = null
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
  bases = []
  after = null
  answer = saved
  studentSession.begin('token')
  connect(async ({ input }) => {
    const asked = input as Asked
    bases.push(asked.base_version)
    if (asked.draft) saves.push(asked.content)
    return answer(asked)
  })
  vi.useFakeTimers()
})
afterEach(() => studentSession.end())

let writing: ReturnType<typeof useWriting>
let hear: (asOf: number) => void

type Shown = (now: typeof writing, hearing: typeof hear) => void
/** The page of a task, which hears that the task can be worked on. */
const Page = ({ shown }: { shown: Shown }) => {
  const [asOf, setAsOf] = useState(1)
  const now = useWriting({
    user,
    task,
    server: null,
    start: emptyWork,
    after,
    asOf,
    onReceived: () => undefined,
    onPicture: () => undefined,
  })
  useLayoutEffect(() => shown(now, setAsOf), [shown, now])
  return null
}
const open = () =>
  openPage(
    <Page
      shown={(now, hearing) => {
        writing = now
        hear = hearing
      }}
    />,
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
