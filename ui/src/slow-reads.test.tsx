// @vitest-environment happy-dom
import { QueryObserver, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createQueryClient, readsClient } from './reads.ts'
import { drawSlowReads, SlowReads } from './slow-reads.tsx'
import { openPage } from './testing/page.tsx'

beforeEach(() => {
  vi.useFakeTimers()
  readsClient.set(null) // as in a window that was just opened
})
afterEach(() => void vi.useRealTimers())

type Ask = () => Promise<string>
const never: Ask = () => new Promise(() => undefined)

const Part = ({ ask }: { ask: Ask }) => {
  const { data } = useQuery({ queryKey: ['part'], queryFn: ask })
  return <p>{data}</p>
}

/** A page that shows nothing before it has read anew. */
const Visit = ({ ask }: { ask: Ask }) => {
  const { data, isFetchedAfterMount } = useQuery({ queryKey: ['part'], queryFn: ask, refetchOnMount: 'always' })
  return <p>{isFetchedAfterMount && data}</p>
}

/** A page that is opened, left and opened again by a button. */
const Visits = ({ ask }: { ask: Ask }) => {
  const [isOpen, setOpen] = useState(true)
  return (
    <>
      <button type="button" onClick={() => setOpen(!isOpen)}>
        open
      </button>
      {isOpen && <Visit ask={ask} />}
    </>
  )
}

const words = '加载得比平时慢，还在等'

/** A page with what says that it is slow. */
const opened = async (part: ReactNode) => {
  const page = await openPage(
    <>
      <SlowReads />
      {part}
    </>,
  )
  return {
    ...page,
    pass: (ms: number) => page.doing(() => vi.advanceTimersByTimeAsync(ms)),
    said: () => page.all('output')[0]?.textContent,
    shown: () => page.all('p')[0]?.textContent,
  }
}

test('a student whose page gets no answer is told after some seconds, and has the page once it is asked for again', async () => {
  const ask = vi.fn(never).mockImplementationOnce(never).mockResolvedValueOnce('来了')
  const page = await opened(<Part ask={ask} />)
  await page.pass(5000)
  expect(page.said()).toBe('')
  await page.pass(5000)
  expect(page.said()).toBe(words)
  await page.doing(() => page.named('button', '重试').click())
  await page.pass(100)
  expect(page.shown()).toBe('来了')
  expect(page.said()).toBe('')
})

test('a student who comes back to a page that shows nothing old is told the same, and has it once it is asked for again', async () => {
  const ask = vi.fn(never).mockResolvedValueOnce('一').mockImplementationOnce(never).mockResolvedValueOnce('二')
  const page = await opened(<Visits ask={ask} />)
  await page.pass(100)
  expect(page.shown()).toBe('一')
  for (let press = 0; press < 2; press += 1) await page.doing(() => page.named('button', 'open').click())
  await page.pass(10_000)
  expect(page.said()).toBe(words)
  await page.doing(() => page.named('button', '重试').click())
  await page.pass(100)
  expect(page.shown()).toBe('二')
})

test('a student whose first page after the log-in gets no answer is told so too', async () => {
  const page = await openPage(null)
  onTestFinished(async () => {
    await page.doing(() => readsClient.set(null))
    page.all('body > div.no-print').at(-1)?.remove()
  })
  await page.doing(() => drawSlowReads())
  expect(page.all('output')).toHaveLength(0)
  const client = createQueryClient()
  const watched = new QueryObserver(client, { queryKey: ['part'], queryFn: never })
  const deaf = watched.subscribe(() => undefined)
  await page.doing(() => vi.advanceTimersByTimeAsync(10_000))
  expect(page.all('output')[0]?.textContent).toBe(words)
  deaf()
})

test('a student is told nothing of an answer that comes late, and nothing of what is renewed behind the page', async () => {
  const late: Ask = () => new Promise((resolve) => void setTimeout(() => resolve('来了'), 6000))
  const ask = vi.fn(never).mockImplementationOnce(late)
  const page = await opened(<Part ask={ask} />)
  await page.pass(7000)
  expect(page.shown()).toBe('来了')
  await page.doing(() => window.dispatchEvent(new Event('visibilitychange')))
  expect(ask).toHaveBeenCalledTimes(2)
  await page.pass(20_000)
  expect(page.said()).toBe('')
})
