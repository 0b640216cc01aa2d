// @vitest-environment happy-dom
import { ReviewWork, QueueRow } from '@tongchuang/contract/review-work.admin.ts'
import { sampleOf } from '@tongchuang/contract/testing/sample.ts'
import { connect } from '@tongchuang/ui/send.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { toasts } from '@tongchuang/ui/toast.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useState } from 'react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { reviewKey } from '../../queries/keys.ts'
import { useQueueWalk } from './use-queue-walk.ts'

const row = (submit_id: number) => sampleOf(QueueRow, { submit_id, reviewer: null })
const work = (submit_id: number) => sampleOf(ReviewWork, { submit_id, files: [] })

beforeAll(() => loadTexts('zh-CN'))
beforeEach(() => {
  toasts.set([])
  connect(async () => ({ code: 1, msg: '', time: 0, data: {} }))
})

type Given = { rows: readonly QueueRow[]; later: readonly QueueRow[]; onAgain?: (tryAgain: () => void) => void }
const Queue = ({ rows, later, onAgain }: Given) => {
  const [read, setRead] = useState({ rows, readAt: 1 })
  const [current, setCurrent] = useState<number>()
  const walk = useQueueWalk(read, {
    current,
    change: (changes) => setCurrent(changes.work ? Number(changes.work) : undefined),
  })
  useLayoutEffect(() => void onAgain?.(walk.opened.tryAgain))
  return (
    <>
      <p>{walk.id}</p>
      <button onClick={() => walk.decided(work(walk.id ?? 0))}>decide</button>
      <button onClick={() => walk.choose(3)}>the third</button>
      <button onClick={() => walk.step(1)}>step</button>
      <button onClick={() => walk.decided(work(1))}>the first is decided</button>
      <button onClick={() => setRead({ rows: later, readAt: Date.now() + 1 })}>read again</button>
    </>
  )
}

const open = async (later: readonly number[] = []) => {
  const page = await openPage(<Queue rows={[1, 2, 3].map(row)} later={later.map(row)} />)
  return {
    close: page.close,
    press: (name: string) => page.doing(() => page.named('button', name).click()),
    at: () => page.all('p')[0]?.textContent,
  }
}

test('a reviewer who decides faster than the queue is reloaded is never led back to a decided work', async () => {
  const { press, at, close } = await open()
  await press('decide')
  expect(at()).toBe('2')
  await press('decide')
  expect(at()).toBe('3')
  expect(toasts.get()).toEqual([])
  await press('decide')
  expect(toasts.get().map(({ text }) => text)).toEqual(['这里的都批完了'])
  // The first row of the stale list is already decided too; opening it would lock it for half an hour.
  expect(at()).toBe('')
  await close()
})

test('a reviewer at the end of the queue goes on with the works above, and with one handed in since', async () => {
  const { press, at, close } = await open([2, 1])
  await press('the third')
  await press('decide')
  expect(at()).toBe('1')
  await press('decide')
  expect(at()).toBe('2')
  await press('read again')
  await press('decide')
  expect(at()).toBe('1')
  await close()
})

test('a teacher who is done while a colleague still has a work open is told so, and not that all is reviewed', async () => {
  const taken = sampleOf(QueueRow, { submit_id: 2, reviewer: '许老师' })
  const page = await openPage(<Queue rows={[row(1), taken]} later={[]} />)
  await page.doing(() => page.named('button', 'decide').click())
  expect(toasts.get().map(({ text }) => text)).toEqual(['剩下的1份，别人正在批'])
  await page.close()
})

test('a teacher who has gone on before the answer came stays where they are, and is not led back to it afterwards', async () => {
  const { press, at, close } = await open()
  await press('the third')
  await press('the first is decided')
  expect(at()).toBe('3')
  await press('decide')
  expect(at()).toBe('2')
  await press('decide')
  expect(toasts.get().map(({ text }) => text)).toEqual(['这里的都批完了'])
  await close()
})

test('a reviewer who comes to works that a colleague has decided reads the queue again, and goes on with one that waits', async () => {
  const queue = [...reviewKey, 'queue']
  connect(async ({ input }) => {
    const status = input.submit_id === 2 ? ('released' as const) : ('sealed' as const)
    const opened = sampleOf(ReviewWork, { submit_id: Number(input.submit_id), files: [], status })
    return { code: 1, msg: '', time: 0, data: opened }
  })
  let isOld: () => boolean | undefined = () => undefined
  const Reads = () => {
    const client = useQueryClient()
    useLayoutEffect(() => {
      client.setQueryData(queue, {})
      isOld = () => client.getQueryState(queue)?.isInvalidated
    }, [client])
    return null
  }
  const waiting = (id: number) => ({ ...row(id), status: 'sealed' as const })
  const page = await openPage(
    <>
      <Reads />
      <Queue rows={[1, 2, 3].map(waiting)} later={[5, 6].map(waiting)} />
    </>,
  )
  const press = (name: string) => page.doing(() => page.named('button', name).click())
  const at = () => page.all('p')[0]?.textContent
  await page.doing(() => new Promise((resolve) => setTimeout(resolve)))
  expect(isOld()).toBe(false)
  await press('step')
  await page.doing(() => new Promise((resolve) => setTimeout(resolve)))
  expect([at(), isOld()]).toEqual(['2', true])
  await press('read again')
  await press('step')
  expect(at()).toBe('5')
  await page.close()
})

test('a reviewer who is led to works a colleague has open goes on to one that waits, and stays with one they chose', async () => {
  connect(async ({ input }) => {
    const taken = input.submit_id === 2 || input.submit_id === 3
    const opened = sampleOf(ReviewWork, { submit_id: Number(input.submit_id), files: [], status: 'sealed' })
    return taken
      ? { code: 0, msg: '', time: 0, data: { reason: 'LOCKED_REVIEW', name: '吴晓岚' } }
      : { code: 1, msg: '', time: 0, data: opened }
  })
  const page = await openPage(<Queue rows={[1, 2, 3, 4].map(row)} later={[]} />)
  const at = async () => {
    await page.doing(() => new Promise((resolve) => setTimeout(resolve)))
    return page.all('p')[0]?.textContent
  }
  const press = (name: string) => page.doing(() => page.named('button', name).click())
  expect(await at()).toBe('1')
  await press('decide')
  await expect.poll(at).toBe('4')
  await press('the third')
  for (let look = 0; look < 3; look += 1) expect(await at()).toBe('3')
  await page.close()
})

test('a reviewer who is led to the last work, which a colleague has open, stays there and is not told that all is done', async () => {
  connect(async ({ input }) =>
    input.submit_id === 1
      ? { code: 1, msg: '', time: 0, data: sampleOf(ReviewWork, { submit_id: 1, files: [], status: 'sealed' }) }
      : { code: 0, msg: '', time: 0, data: { reason: 'LOCKED_REVIEW', name: '吴晓岚' } },
  )
  const page = await openPage(<Queue rows={[1, 2].map(row)} later={[]} />)
  const wait = () => page.doing(() => new Promise((resolve) => setTimeout(resolve)))
  await wait()
  await page.doing(() => page.named('button', 'decide').click())
  for (let look = 0; look < 3; look += 1) await wait()
  expect(page.all('p')[0]?.textContent).toBe('2')
  expect(toasts.get()).toEqual([])
  await page.close()
})

test('a reviewer who has the next work open stays with it when a colleague takes it', async () => {
  let isTaken = false
  let again: () => void = () => undefined
  connect(async ({ input }) =>
    isTaken
      ? { code: 0, msg: '', time: 0, data: { reason: 'LOCKED_REVIEW', name: '吴晓岚' } }
      : {
          ...{ code: 1, msg: '', time: 0 },
          data: sampleOf(ReviewWork, { submit_id: Number(input.submit_id), files: [], status: 'sealed' }),
        },
  )
  const page = await openPage(<Queue rows={[1, 2, 3].map(row)} later={[]} onAgain={(now) => (again = now)} />)
  const wait = () => page.doing(() => new Promise((resolve) => setTimeout(resolve)))
  await wait()
  await page.doing(() => page.named('button', 'decide').click())
  await wait()
  isTaken = true
  await page.doing(() => again())
  await wait()
  expect(page.all('p')[0]?.textContent).toBe('2')
  await page.close()
})
