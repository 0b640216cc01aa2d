// @vitest-environment happy-dom
import { reviewToolsAdmin } from '@tongchuang/contract/review-tools.admin.ts'
import { ReviewWork } from '@tongchuang/contract/review-work.admin.ts'
import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import { worksAdmin } from '@tongchuang/contract/works.admin.ts'
import { TransportFailed } from '@tongchuang/ui/fetch-transport.ts'
import { connect } from '@tongchuang/ui/send.ts'
import { adminSession } from '@tongchuang/ui/session.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { toasts } from '@tongchuang/ui/toast.ts'
import { onlineManager, useQuery } from '@tanstack/react-query'
import { sampleOf } from '@tongchuang/contract/testing/sample.ts'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { workQuery } from '../../queries/review.ts'
import { formOf } from './form.ts'
import { useDecision } from './use-decision.ts'

const work = sampleOf(ReviewWork, {
  submit_id: 7,
  scored: true,
  max_score: 100,
  late_deduction: 0,
  criteria: [],
  versions: [],
  question_marks: [],
  draft: null,
  result: null,
  hold: false,
  student: { real_name: '林雨桐', nickname: '小林' },
})
let asked: string[] = []
let isPickRefused = false
let isPickedAlready = false

beforeAll(() => loadTexts('zh-CN'))
beforeEach(() => {
  asked = []
  isPickRefused = false
  isPickedAlready = false
  onlineManager.setOnline(true)
  toasts.set([])
  connect(async ({ path }) => {
    asked.push(path)
    if (path === worksAdmin.pick.path && isPickRefused) return { code: 0, msg: '这份作品没有公开', time: 0, data: {} }
    if (path === worksAdmin.pick.path && isPickedAlready)
      return { code: 0, msg: '没有保存，刚有人改过', time: 0, data: { reason: 'CHANGED' } }
    return { code: 1, msg: '', time: 0, data: { score: 92, held: false } }
  })
})

/** Passes a work as excellent; returns the message shown and whether the reviewer moves on to the next work. */
const passAsExcellent = async (settled: () => Promise<void> = async () => undefined) => {
  let isDecided = false
  let isForgotten = false
  let resumed = 0
  const Reviewer = () => {
    const draft = { settled, done: () => undefined, resume: () => (resumed += 1) }
    const onDecided = () => void (isDecided = true)
    const decide = useDecision({
      work,
      form: { ...formOf(work), score: '92' },
      excellent: '观察得细',
      forgetReason: () => (isForgotten = true),
      draft,
      onDecided,
      openAgain: () => undefined,
    })
    return (
      <button type="button" onClick={() => decide.mutate({ decision: 'pass' })}>
        s
      </button>
    )
  }
  const page = await openPage(<Reviewer />)
  await page.doing(() => page.all('button')[0]?.click())
  await page.doing(() => new Promise((resolve) => setTimeout(resolve)))
  await page.close()
  return { isDecided, isForgotten, resumed, said: toasts.get().map(({ kind, text }) => [kind, text]) }
}

test('a work that passes as excellent is decided, marked, and said to be saved', async () => {
  const { isDecided, isForgotten, said } = await passAsExcellent()
  expect(isForgotten).toBe(true)
  expect(asked).toEqual([reviewsAdmin.decide.path, worksAdmin.pick.path])
  expect(isDecided).toBe(true)
  expect(said).toEqual([['success', '林雨桐：92分']])
})

test('who marks fast is told of the last work alone', async () => {
  await passAsExcellent()
  const { said } = await passAsExcellent()
  expect(said).toHaveLength(1)
})

test('where only the mark of excellence fails the result stands, the reason stays, and the reviewer is told why', async () => {
  isPickRefused = true
  const { isDecided, isForgotten, said } = await passAsExcellent()
  expect(isForgotten).toBe(false)
  expect(isDecided).toBe(true)
  expect(said).toEqual([['warning', '林雨桐：结果已保存，评优没有成功。这份作品没有公开']])
})

test('a reviewer whose colleague has picked the work reads that the colleague’s words stay, not that nothing is saved', async () => {
  isPickedAlready = true
  const { isForgotten, said } = await passAsExcellent()
  expect(isForgotten).toBe(false)
  expect(said).toEqual([['warning', '林雨桐：结果已保存，评优没有成功。同事已为它写过理由，没有替换']])
})

test('where something has not arrived nothing is decided, and the reviewer is told what', async () => {
  const { isDecided, said } = await passAsExcellent(() => Promise.reject(new TransportFailed('语音还没有传上去')))
  expect(asked).toEqual([])
  expect(isDecided).toBe(false)
  expect(said).toEqual([['warning', '语音还没有传上去']])
})

test('a reviewer who decides without a network is told at once, and stays at the work when the network is back', async () => {
  onlineManager.setOnline(false)
  const { isDecided, said } = await passAsExcellent(() => Promise.reject(new TransportFailed('没有网络')))
  expect(said).toEqual([['warning', '没有网络']])
  expect(isDecided).toBe(false)
})

test('a decision that waits for a draft is never made as the reviewer who logs in meanwhile', async () => {
  adminSession.begin('first')
  await passAsExcellent(async () => {
    adminSession.end()
    adminSession.begin('second')
  })
  expect(asked).toEqual([])
  adminSession.end()
})

test.each([
  ['score is not what the questions come to any more', 'CHANGED'],
  ['criteria were changed meanwhile', 'CRITERIA'],
])('a reviewer whose %s reads the work anew, so that the next press saves it', async (_, reason) => {
  connect(async ({ path }) => {
    asked.push(path)
    return path === reviewsAdmin.decide.path
      ? { code: 0, msg: '没有保存，刚有人改过', time: 0, data: { reason } }
      : { code: 1, msg: '', time: 0, data: work }
  })
  const nothing = () => undefined
  const draft = { settled: async () => undefined, done: nothing, resume: nothing }
  const Reviewer = () => {
    const { data } = useQuery(workQuery(7))
    const form = { ...formOf(work), score: '92', follows: true }
    const decide = useDecision({
      work,
      form,
      excellent: null,
      forgetReason: nothing,
      draft,
      onDecided: nothing,
      openAgain: nothing,
    })
    if (!data) return null
    return (
      <button type="button" onClick={() => decide.mutate({ decision: 'pass' })}>
        s
      </button>
    )
  }
  const page = await openPage(<Reviewer />)
  await page.doing(() => expect.poll(() => page.all('button')).toHaveLength(1))
  await page.doing(() => page.all('button')[0]?.click())
  const read = reviewToolsAdmin.work.path
  await page.doing(() => expect.poll(() => asked).toEqual([read, reviewsAdmin.decide.path, read]))
  await page.close()
})

test('a draft goes on being saved where its decision failed, and not once there is a result', async () => {
  expect((await passAsExcellent()).resumed).toBe(0)
  const { resumed, isDecided } = await passAsExcellent(async () => {
    throw new TransportFailed('网络连接失败')
  })
  expect([isDecided, resumed]).toEqual([false, 1])
})
