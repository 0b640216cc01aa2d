// @vitest-environment happy-dom
import { QueueRow, type ReviewWork } from '@tongchuang/contract/review-work.admin.ts'
import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import { sampleOf, sentWith } from '@tongchuang/contract/testing/sample.ts'
import { MeContext } from '@tongchuang/ui/me.tsx'
import { connect } from '@tongchuang/ui/send.ts'
import { aMe } from '@tongchuang/ui/testing/me.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { aReviewWork } from './factory.ts'
import { formOf } from './form.ts'
import { useDecision } from './use-decision.ts'
import { useKeys } from './use-keys.ts'
import { useQueueFilter } from './use-queue-filter.ts'
import { useQueueWalk } from './use-queue-walk.ts'

const rows = [1, 2, 3, 4].map((submit_id) => sampleOf(QueueRow, { submit_id, reviewer: null }))
let decided: number[] = []
/** Lets the server answer the decision that is under way. */
let answer: () => void

beforeAll(() => loadTexts('zh-CN'))
beforeEach(() => {
  vi.useFakeTimers()
  decided = []
  connect(async ({ path, input }) => {
    if (path === reviewsAdmin.decide.path) {
      decided.push(sentWith(reviewsAdmin.decide, input).submit_id)
      await new Promise<void>((resolve) => (answer = resolve))
      return { code: 1, msg: '', time: 0, data: { score: null, held: false } }
    }
    const student = { real_name: '林雨桐', nickname: '小林' }
    return { code: 1, msg: '', time: 0, data: aReviewWork({ submit_id: Number(input.submit_id), student }) }
  })
})
afterEach(() => {
  vi.useRealTimers()
})

const Work = ({
  work,
  onDecided,
}: {
  work: ReviewWork
  onDecided: (work: ReviewWork, isPressing: boolean) => void
}) => {
  const draft = { settled: async () => undefined, done: () => undefined, resume: () => undefined }
  const nothing = () => undefined
  const parts = { work, form: formOf(work), excellent: null, forgetReason: nothing, draft, onDecided }
  const { isPending, mutate } = useDecision({ ...parts, openAgain: nothing })
  useKeys({ s: () => isPending || mutate({ decision: 'pass' }) })
  return <textarea data-of={work.submit_id} />
}

const Board = () => {
  const { current, change } = useQueueFilter()
  const walk = useQueueWalk({ rows, readAt: 1 }, { current, change })
  const { work } = walk.opened
  return (
    <>
      <button onClick={() => walk.choose(4)}>the fourth</button>
      {work && <Work key={work.submit_id} work={work} onDecided={walk.decided} />}
    </>
  )
}

const open = async () => {
  const page = await openPage(
    <MeContext value={aMe({ id: 11 })}>
      <Board />
    </MeContext>,
    '/review?work=1',
  )
  const pass = (ms: number) => page.doing(() => vi.advanceTimersByTimeAsync(ms))
  await pass(10)
  const point = () => page.doing(() => document.body.dispatchEvent(new Event('pointerdown', { bubbles: true })))
  // Pointing ends the pause on keys, so no key is still paused by an earlier test.
  await point()
  const words = () => page.all('textarea')[0]!
  return {
    page,
    words,
    at: () => Number(words().dataset.of),
    pass,
    point,
    write: () => page.doing(() => words().focus()),
    answered: async () => {
      await page.doing(() => answer())
      await pass(10)
    },
  }
}

test('a teacher who writes about another work when the answer comes goes on writing there, and decides nothing by it', async () => {
  const { page, words, at, pass, write, answered } = await open()
  await page.press('s')
  await page.doing(() => page.named('button', 'the fourth').click())
  await pass(10)
  await write()
  await answered()
  expect(page.address()).toBe('/review?work=4')
  expect(at()).toBe(4)
  expect(document.activeElement).toBe(words())
  await page.press('s')
  expect(decided).toEqual([1])
  await page.close()
})

test('who still writes when the next work comes decides nothing by what is typed on, until a pause', async () => {
  const { page, at, pass, write, answered } = await open()
  await page.press('s')
  await write()
  await answered()
  expect(at()).toBe(2)
  for (const letter of 'yes it is as you say') {
    await page.press(letter)
    await pass(200)
  }
  expect(decided).toEqual([1])
  await pass(500)
  await page.press('s')
  expect(decided).toEqual([1, 2])
  await answered()
  await page.close()
})

test('who presses once more because the answer is slow does not decide the work that comes with it', async () => {
  const { page, at, pass, point, answered } = await open()
  await page.press('s')
  await pass(3_000)
  await page.press('s')
  await answered()
  expect(at()).toBe(2)
  await page.press('s')
  expect(decided).toEqual([1])
  // Pointing at something proves that the reviewer has seen what is shown.
  await point()
  await page.press('s')
  expect(decided).toEqual([1, 2])
  await answered()
  await page.close()
})

test('who waits for the next work decides it as fast as they like', async () => {
  const { page, answered } = await open()
  for (const nth of [1, 2, 3]) {
    await page.press('s')
    await answered()
    expect(decided).toHaveLength(nth)
  }
  expect(decided).toEqual([1, 2, 3])
  await page.close()
})
