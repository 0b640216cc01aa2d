// @vitest-environment happy-dom
import { reviewToolsAdmin } from '@tongchuang/contract/review-tools.admin.ts'
import { connect } from '@tongchuang/ui/send.ts'
import { adminSession } from '@tongchuang/ui/session.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { useLayoutEffect } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { aReviewWork } from './factory.ts'
import { createPageSaver } from './page-saver.ts'
import { useReviewForm } from './use-review-form.ts'
import { createVoiceSaver, type Said } from './voices/voice-saver.ts'

type Sent = [token: string | null, path: string]
let sent: Sent[] = []
let fails: null | 'offline' | 'NOT_FOUND' = null
let review: ReturnType<typeof useReviewForm>
const work = aReviewWork({})

const Reviewing = () => {
  const now = useReviewForm(work, 11, true)
  useLayoutEffect(() => void (review = now))
  return null
}
const said: Said = { file_id: 9, file: null, seconds: 1, peaks: [], text: '说得好' }
const pagesOf = () =>
  createPageSaver({ submit_id: 7, storageKey: 'areas', onPage: () => undefined, onState: () => undefined })
const voicesOf = () =>
  createVoiceSaver({
    submit_id: 7,
    storageKey: 'voices',
    voices: [],
    onList: () => undefined,
    onState: () => undefined,
    onRefused: () => undefined,
  })
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
/** The network returns after an offline log-out, and another user logs in. */
const nextLogsIn = async () => {
  fails = null
  sent = []
  await pass(30_000)
  adminSession.begin('second')
  await pass(30_000)
}

beforeAll(() => loadTexts('zh-CN'))
beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
  sent = []
  fails = 'offline'
  adminSession.begin('first')
  connect(async ({ path }) => {
    sent.push([adminSession.token(), path])
    if (fails === 'offline') throw new Error('offline')
    if (fails) return { code: 0, msg: '', time: 0, data: { reason: fails } }
    const draft = { draft_version: 1, saved_at: '2026-11-20T08:00:00.000Z' }
    return { code: 1, msg: '', time: 0, data: { draft, locked_until: null, areas: [], voices: [] } }
  })
})
afterEach(() => {
  adminSession.end()
  vi.useRealTimers()
})

test('what a reviewer wrote without a network is never saved as who logs in next on the same computer', async () => {
  const page = await openPage(<Reviewing />)
  await page.doing(() => review.change({ text: '写到一半' }))
  await page.doing(() => pass(800))
  expect(sent).toHaveLength(1)
  adminSession.end()
  await page.close()
  await nextLogsIn()
  expect(sent).toEqual([])
  expect(localStorage.getItem(`review-draft:11:${work.submit_id}`)).toContain('写到一半')
  // The same reviewer, in another session: the page that opens the work sends what is on the device.
  adminSession.end()
  adminSession.begin('first again')
  const again = await openPage(<Reviewing />)
  await again.doing(() => pass(800))
  expect(sent).toEqual([['first again', reviewToolsAdmin.saveDraft.path]])
  expect(review.form.text).toBe('写到一半')
  await again.close()
})

test('what a reviewer drew and said without a network stays on the device when another one logs in', async () => {
  const [pages, voices] = [pagesOf(), voicesOf()]
  pages.put({ file_id: 3, page: 1, seen: 0, marks: [] })
  voices.put([said])
  await pass(800)
  expect(sent).toHaveLength(2)
  adminSession.end()
  pages.leave()
  voices.leave()
  await nextLogsIn()
  expect(sent).toEqual([])
  expect(localStorage.getItem('areas')).toContain('"file_id":3')
  expect(localStorage.getItem('voices')).toContain('说得好')
})

test('in the same session what did not arrive is sent until it does', async () => {
  const pages = pagesOf()
  pages.put({ file_id: 3, page: 1, seen: 0, marks: [] })
  await pass(800)
  fails = null
  await pass(6_000)
  expect(sent.map(([token]) => token)).toEqual(['first', 'first'])
  expect(localStorage.getItem('areas')).toBeNull()
})

test('what a server refuses for good is sent once, not every five seconds', async () => {
  fails = 'NOT_FOUND'
  const pages = pagesOf()
  pages.put({ file_id: 3, page: 1, seen: 0, marks: [] })
  voicesOf().put([said])
  await pass(60_000)
  expect(sent).toHaveLength(2)
})
