// @vitest-environment happy-dom
import { reviewToolsAdmin } from '@tongchuang/contract/review-tools.admin.ts'
import type { ReviewDraft, ReviewWork } from '@tongchuang/contract/review-work.admin.ts'
import { sentWith, type Part } from '@tongchuang/contract/testing/sample.ts'
import { connect } from '@tongchuang/ui/send.ts'
import { fullDevice } from '@tongchuang/ui/testing/full-device.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { toasts } from '@tongchuang/ui/toast.ts'
import { useLayoutEffect, useState } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { aReviewWork } from './factory.ts'
import { useReviewForm } from './use-review-form.ts'

const draftOf = (draft_version: number, text: string): ReviewDraft => ({
  draft_version,
  saved_at: '2026-11-20T08:00:00.000Z',
  score: null,
  criteria: [],
  text,
  marks: [],
  waive_late: false,
  version: null,
  return_due_at: null,
  hold: null,
  question_points: [],
})
let sent: unknown[] = []
/** The scores sent to the server, each with the full marks it was sent with. */
let scored: unknown[] = []
let isOffline = false
/** The draft on the server, where it differs from the one that was loaded. */
let there: ReviewDraft | null = null
let review: ReturnType<typeof useReviewForm>
let page: Awaited<ReturnType<typeof openPage>>

/** Replaces the open work with a newly loaded one. */
let show: (work: ReviewWork) => void

const Reviewing = ({ work: opened }: { work: ReviewWork }) => {
  const [work, setWork] = useState(opened)
  useLayoutEffect(() => void (show = setWork), [])
  const now = useReviewForm(work, 11, true)
  useLayoutEffect(() => void (review = now))
  return null
}
const open = async (part: Part<ReviewWork> = {}) => (page = await openPage(<Reviewing work={aReviewWork(part)} />))
const type = (text: string) => page.doing(() => review.change({ text }))
const pass = (ms: number) => page.doing(() => vi.advanceTimersByTimeAsync(ms))
/** Words that are typed on this computer while there is no network, which is then closed. */
const leaveOffline = async (text: string, part: Partial<ReviewWork> = {}) => {
  isOffline = true
  await open(part)
  await type(text)
  await pass(800)
  await page.close()
  // The computer is gone too: nothing is retried from here.
  vi.clearAllTimers()
  isOffline = false
  sent = []
}

beforeAll(() => loadTexts('zh-CN'))
beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
  sent = []
  scored = []
  toasts.set([])
  there = null
  connect(async ({ path, input }) => {
    if (path !== reviewToolsAdmin.saveDraft.path) throw new Error(path)
    const { text = '', base_version, score, max_score } = sentWith(reviewToolsAdmin.saveDraft, input)
    sent.push({ text, base_version })
    scored.push([score, max_score])
    if (isOffline) throw new Error('offline')
    if (there && there.draft_version !== base_version)
      return { code: 0, msg: '', time: 0, data: { reason: 'CONFLICT', draft: there } }
    return { code: 1, msg: '', time: 0, data: { draft: draftOf(base_version + 1, text), locked_until: null } }
  })
})
afterEach(async () => {
  await page.close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('words typed without a network are on this device, and go to the server at the next visit', async () => {
  await leaveOffline('写到一半')
  await open()
  expect(review.form.text).toBe('写到一半')
  expect(review.theirs).toBeNull()
  await pass(800)
  expect(sent).toEqual([{ text: '写到一半', base_version: 0 }])
  expect(localStorage).toHaveLength(0)
})

test('old words of this device never go over the newer ones written on another computer: the reviewer chooses', async () => {
  await leaveOffline('旧的一半', { draft: draftOf(1, '开头') })
  const newer = draftOf(3, '在另一台电脑上写完了')
  await open({ draft: newer })
  await type('旧的一半，又打了几个字')
  await page.close()
  await open({ draft: newer })
  await pass(10_000)
  expect(sent).toEqual([])
  expect(review.theirs).toEqual({ draft: newer })
  await page.doing(() => review.settle('theirs'))
  expect(review.form.text).toBe('在另一台电脑上写完了')
  await pass(800)
  expect(sent).toEqual([{ text: '在另一台电脑上写完了', base_version: 3 }])
})

test('the words of this device are saved on the newest where the reviewer chooses them', async () => {
  await leaveOffline('这一份', { draft: draftOf(1, '开头') })
  await open({ draft: draftOf(3, '那一份') })
  await page.doing(() => review.settle('mine'))
  await pass(800)
  expect(sent).toEqual([{ text: '这一份', base_version: 3 }])
})

test('what was decided on another computer meanwhile is asked about too, and stays as it is', async () => {
  await leaveOffline('旧的一半')
  const decided = { result: { id: 5, held: true, text: '写完的评语' } }
  await open(decided)
  await type('旧的一半，又打了几个字')
  await page.close()
  await open(decided)
  await pass(10_000)
  expect(review.theirs).toEqual({ draft: null })
  await page.doing(() => review.settle('theirs'))
  await pass(10_000)
  expect(review.form.text).toBe('写完的评语')
  expect(sent).toEqual([])
  expect(localStorage).toHaveLength(0)
})

test('somebody whose text was saved although the answer was lost is not asked about it', async () => {
  await leaveOffline('已经到了', { draft: draftOf(1, '开头') })
  await open({ draft: draftOf(2, '已经到了') })
  expect(review.theirs).toBeNull()
  expect(review.saving.state).toBe('clean')
  expect(localStorage).toHaveLength(0)
})

test('somebody who reloads during a save is not asked about the text that the save contained', async () => {
  await leaveOffline('写到一', { draft: draftOf(1, '开头') })
  // The same happens when the words reach the server just after the draft was loaded.
  isOffline = true
  await open({ draft: draftOf(1, '开头') })
  await pass(800)
  await type('写到一半')
  await page.close()
  vi.clearAllTimers()
  isOffline = false
  sent = []
  await open({ draft: draftOf(2, '写到一') })
  expect(review.theirs).toBeNull()
  await pass(800)
  expect(sent).toEqual([{ text: '写到一半', base_version: 2 }])
})

test('somebody who goes on typing after an answer was lost gets no conflict with their own text', async () => {
  await leaveOffline('写到一', { draft: draftOf(1, '开头') })
  there = draftOf(2, '写到一')
  await open({ draft: draftOf(1, '开头') })
  await type('写到一半')
  await pass(800)
  expect(review.theirs).toBeNull()
  expect(sent.at(-1)).toEqual({ text: '写到一半', base_version: 2 })
  expect(review.saving.state).toBe('saved')
})

test('a device that is full keeps nothing and stops nothing: letters are taken, saved, and saved on leaving', async () => {
  vi.stubGlobal('localStorage', fullDevice)
  await open()
  await type('写')
  expect(review.form.text).toBe('写')
  await pass(800)
  expect(sent).toEqual([{ text: '写', base_version: 0 }])
  await type('写完')
  await page.close()
  expect(sent).toEqual([
    { text: '写', base_version: 0 },
    { text: '写完', base_version: 1 },
  ])
})

test('36 that was typed of 40 is 90 once the task has 100 points, on the page, on the device and on its way', async () => {
  await open({ max_score: 40 })
  await page.doing(() => review.change({ score: '36' }))
  await pass(800)
  expect(scored.at(-1)).toEqual([36, 40])
  await page.doing(() => show(aReviewWork({ max_score: 100 })))
  expect(review.form.score).toBe('90')
  expect(toasts.get().map(({ text }) => text)).toEqual(['满分已从40分改为100分，你填的分数换算成了90分，请看过再保存'])
  await type('写到一半')
  await pass(800)
  expect(scored.at(-1)).toEqual([90, 100])
})

test('what was typed of 40 and never arrived is 90 when the work is opened again, and what is no number stays', async () => {
  isOffline = true
  await open({ max_score: 40 })
  await page.doing(() => review.change({ score: '36' }))
  await page.close()
  vi.clearAllTimers()
  isOffline = false
  await open({ max_score: 100 })
  expect(review.form.score).toBe('90')
  await page.doing(() => review.change({ score: '三十' }))
  await page.doing(() => show(aReviewWork({ max_score: 50 })))
  expect(review.form.score).toBe('三十')
})

test('words whose result could not be saved without a network arrive as a draft once it is back', async () => {
  isOffline = true
  await open()
  await type('断网时写的')
  await pass(800)
  await page.doing(() => review.settled())
  isOffline = false
  sent = []
  await page.doing(() => void review.resume())
  await pass(800)
  expect(sent).toEqual([{ text: '断网时写的', base_version: 0 }])
  expect(review.saving.state).toBe('saved')
})
