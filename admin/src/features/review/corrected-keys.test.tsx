// @vitest-environment happy-dom
import { reviewToolsAdmin } from '@tongchuang/contract/review-tools.admin.ts'
import type { ReviewDraft, ReviewWork } from '@tongchuang/contract/review-work.admin.ts'
import { sentWith } from '@tongchuang/contract/testing/sample.ts'
import { connect } from '@tongchuang/ui/send.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { toasts } from '@tongchuang/ui/toast.ts'
import { useLayoutEffect, useState } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { aReviewWork } from './factory.ts'
import { useReviewForm } from './use-review-form.ts'

let draft: ReviewDraft | null
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

/**
 * A work of two questions for 5 points each, of which the machine gave the second `points`; with what was saved of it.
 */
const marked = (points: number | null) => {
  const mark = (question_id: string, given: number | null) => ({
    question_id,
    points: given,
    max: 5,
    outcome: 'partial' as const,
  })
  const question_marks = [mark('top', 5), mark('form', points)]
  return aReviewWork({ question_marks, draft })
}
const open = async (points: number | null) => (page = await openPage(<Reviewing work={marked(points)} />))
const change = (changes: Parameters<typeof review.change>[0]) => page.doing(() => review.change(changes))
const arrive = () => page.doing(() => vi.advanceTimersByTimeAsync(800))
const leave = async () => {
  await arrive()
  await page.close()
}
const told = () => toasts.get().map(({ text }) => text)

beforeAll(() => loadTexts('zh-CN'))
beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
  toasts.set([])
  draft = null
  connect(async ({ path, input }) => {
    if (path !== reviewToolsAdmin.saveDraft.path) throw new Error(path)
    const nothing = { criteria: [], marks: [], waive_late: false, version: null, return_due_at: null, hold: null }
    const of = { draft_version: (draft?.draft_version ?? 0) + 1, saved_at: '2026-11-20T08:00:00.000Z' }
    const { submit_id: _of, base_version: _on, ...written } = sentWith(reviewToolsAdmin.saveDraft, input)
    draft = { ...nothing, score: null, text: '', ...written, ...of }
    return { code: 1, msg: '', time: 0, data: { draft, locked_until: null } }
  })
})
afterEach(async () => {
  await page.close()
  vi.useRealTimers()
})

test('a reviewer who wrote words beside a score nobody typed finds the score of the corrected key, and is told', async () => {
  await open(2)
  await change({ text: '第二题再想想' })
  await leave()
  await open(5)
  expect([review.form.score, review.form.text]).toEqual(['100', '第二题再想想'])
  expect(told()).toEqual(['题目重新批过：分数从70分变为100分，请看过再保存'])
})

test('a score that a reviewer typed stays as it was typed when a key is corrected', async () => {
  await open(2)
  await change({ score: '66' })
  await leave()
  await open(5)
  expect([review.form.score, told()]).toEqual(['66', []])
})

test('points that a reviewer gave for one question stay while the key of another is corrected, and the score is of both', async () => {
  await open(2)
  await change({ points: { top: '3' }, score: '50' })
  await leave()
  await open(5)
  expect([review.form.score, review.form.points]).toEqual(['80', { top: '3' }])
})

test('a key that is corrected while its work is looked at brings its score along, until the reviewer types another', async () => {
  await open(null)
  expect(review.form.score).toBe('')
  await page.doing(() => show(marked(5)))
  expect([review.form.score, told()]).toEqual(['100', ['题目重新批过：分数是100分，请看过再保存']])
  await change({ score: '90' })
  await page.doing(() => show(marked(2)))
  expect(review.form.score).toBe('90')
})

test('a score from questions stays while one of them is to be marked again by hand', async () => {
  await open(2)
  await change({ text: '好' })
  await page.doing(() => show(marked(null)))
  expect([review.form.score, told()]).toEqual(['70', []])
  await arrive()
  expect(draft).toMatchObject({ score: 70, text: '好' })
  expect(draft?.follows).toBeUndefined()
})

test('a reviewer who marks an earlier version keeps its score when a key is corrected: the points are of another one', async () => {
  await open(2)
  await change({ version: 1 })
  await page.doing(() => show(marked(5)))
  expect([review.form.score, told()]).toEqual(['70', []])
  await arrive()
  expect([draft?.score, draft?.version, draft?.follows]).toEqual([70, 1, undefined])
})
