// @vitest-environment happy-dom
import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import { connect } from '@tongchuang/ui/send.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { useLayoutEffect, useState } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { useKeys } from './use-keys.ts'
import { takesLock, useOpenWork } from './use-open-work.ts'

/** How the server answers who opens a work: with it, with a refusal, not at all, or once it is let. */
type Answering = 'opens' | 'offline' | 'busy' | 'LOCKED_REVIEW' | 'STATE' | 'ARCHIVED' | 'slow'
let answering: Record<number, Answering>
let asked: string[]
let answer: Record<number, () => void>
let lock: ReturnType<typeof useOpenWork>['lock']
let go: (id: number | undefined) => void
let pressed: string[]

const wordFor = (path: string) => (path === reviewsAdmin.open.path ? 'open' : 'leave')
const refusal = (reason: string) => ({ code: 0, msg: `${reason}!`, time: 0, data: { reason, name: '罗老师' } })

beforeAll(() => loadTexts('zh-CN'))
beforeEach(() => {
  vi.useFakeTimers()
  answering = {}
  asked = []
  answer = {}
  pressed = []
  connect(async ({ method, path, input }) => {
    const submit_id = Number(input.submit_id)
    if (method === 'POST') asked.push(`${wordFor(path)} ${submit_id}`)
    if (path === reviewsAdmin.open.path) {
      const how = answering[submit_id] ?? 'opens'
      if (how === 'slow') await new Promise<void>((resolve) => (answer[submit_id] = resolve))
      if (how === 'offline') throw new Error('offline')
      if (how === 'busy') return { code: 503, msg: '', time: 0, data: { reason: 'BUSY' } }
      if (how === 'LOCKED_REVIEW' || how === 'STATE' || how === 'ARCHIVED') return refusal(how)
    }
    return { code: 1, msg: '', time: 0, data: { submit_id, files: [] } }
  })
})
afterEach(() => {
  vi.useRealTimers()
})

const Reviewer = () => {
  const [id, setId] = useState<number | undefined>(1)
  const opened = useOpenWork(id)
  useKeys({ j: () => pressed.push('j') })
  useLayoutEffect(() => void (go = setId), [])
  useLayoutEffect(() => void (lock = opened.lock), [opened.lock])
  return opened.lock.state === 'mine' ? <textarea /> : null
}

const open = async () => {
  const page = await openPage(<Reviewer />)
  const pass = (ms: number) => page.doing(() => vi.advanceTimersByTimeAsync(ms))
  await pass(10)
  return { page, pass }
}
const minutes = 60_000

test('a teacher who has gone on keeps the work in front, however late the answer about the one before comes', async () => {
  answering[1] = 'slow'
  const { page, pass } = await open()
  await page.doing(() => go(2))
  await pass(10)
  expect(lock).toMatchObject({ of: 2, state: 'mine' })
  await page.doing(() => answer[1]?.())
  await pass(10)
  expect(lock).toMatchObject({ of: 2, state: 'mine' })
  // The late lock is released again: otherwise the work would stay locked for half an hour with nobody reading it.
  expect(asked).toEqual(['open 1', 'leave 1', 'open 2', 'leave 1'])
  await page.close()
})

test('who comes back to a work keeps it when the answer to the first time comes late', async () => {
  answering[1] = 'slow'
  const { page, pass } = await open()
  const first = answer[1]
  await page.doing(() => go(2))
  answering[1] = 'opens'
  await page.doing(() => go(1))
  await pass(10)
  await page.doing(() => first?.())
  await pass(10)
  expect(lock).toMatchObject({ of: 1, state: 'mine' })
  expect(asked.filter((one) => one === 'leave 1')).toHaveLength(1)
  await page.close()
})

test.each(['offline', 'busy'] as const)(
  'a teacher writes on where a renewal fails (%s), and has the lock again',
  async (how) => {
    const { page, pass } = await open()
    await page.doing(() => page.all('textarea')[0]?.focus())
    answering[1] = how
    await pass(10 * minutes)
    expect(lock.state).toBe('mine')
    expect(document.activeElement?.tagName).toBe('TEXTAREA')
    answering[1] = 'opens'
    asked = []
    await pass(6_000)
    expect(asked).toEqual(['open 1'])
    await pass(9 * minutes)
    expect(asked).toEqual(['open 1'])
    expect(lock.state).toBe('mine')
    await page.close()
  },
)

test('a reviewer who lost the work to a colleague while offline is told so, and letters typed then are not taken as keys', async () => {
  const { page, pass } = await open()
  await page.doing(() => page.all('textarea')[0]?.focus())
  answering[1] = 'offline'
  await pass(40 * minutes)
  expect(lock.state).toBe('mine')
  answering[1] = 'LOCKED_REVIEW'
  for (let waited = 0; waited < 6_000 && lock.state === 'mine'; waited += 100) await pass(100)
  expect(lock).toEqual({ of: 1, state: 'other', holder: '罗老师' })
  await page.press('j')
  expect(pressed).toEqual([])
  await pass(600)
  await page.press('j')
  expect(pressed).toEqual(['j'])
  await page.close()
})

test('a work that could not be opened without a network is nobody’s, and opens by itself', async () => {
  answering[1] = 'offline'
  const { page, pass } = await open()
  expect(lock).toEqual({ of: 1, state: 'unreached', holder: '' })
  answering[1] = 'opens'
  await pass(6_000)
  expect(lock.state).toBe('mine')
  await page.close()
})

test('a work that cannot be reviewed any more is closed at once', async () => {
  const { page, pass } = await open()
  answering[1] = 'STATE'
  await pass(10 * minutes)
  expect(lock).toEqual({ of: 1, state: 'other', holder: '' })
  await page.close()
})

test('a reviewer of a guild that was archived meanwhile reads that, and not that somebody took the work over', async () => {
  const { page, pass } = await open()
  answering[1] = 'ARCHIVED'
  await pass(10 * minutes)
  expect(lock).toEqual({ of: 1, state: 'other', holder: '', why: 'ARCHIVED!' })
  await page.close()
})

test('each refusal of a work to whoever opens it takes the lock, and nothing else does', () => {
  expect(takesLock).toEqual(reviewsAdmin.open.refusals)
})
