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

const Queue = ({ rows, later }: { rows: readonly QueueRow[]; later: readonly QueueRow[] }) => {
  const [read, setRead] = useState({ rows, readAt: 1 })
  const [current, setCurrent] = useState<number>()
  const walk = useQueueWalk(read, {
    current,
    change: (changes) => setCurrent(changes.work ? Number(changes.work) : undefined),
  })
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
