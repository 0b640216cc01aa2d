// @vitest-environment happy-dom
import type { ReviewWork } from '@tongchuang/contract/review-work.admin.ts'
import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import { sampleOf, type Part } from '@tongchuang/contract/testing/sample.ts'
import { MeContext } from '@tongchuang/ui/me.tsx'
import { connect } from '@tongchuang/ui/send.ts'
import { aMe } from '@tongchuang/ui/testing/me.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { beforeAll, expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { Appeals } from './appeals.tsx'

beforeAll(() => loadTexts('zh-CN'))

/** An appeal that a teacher reads; `asked` is what was sent. */
const reading = async (score: number | null, work: Part<ReviewWork>) => {
  const asked: Record<string, unknown>[] = []
  const student = { user_id: 3, nickname: '小林', real_name: '林雨桐', class_name: '', avatar: '' }
  const appeal = sampleOf(reviewsAdmin.appeals.output.properties.list.items, {
    ...{ id: 5, status: 'open', text: '请老师再看一次', created_at: new Date(0).toISOString(), answer: '' },
    ...{ answered_at: null, submit_id: 7, task_id: 2, task_title: '调查', guild_id: 1, student, score, max_score: 100 },
  })
  connect(async ({ method, input }) => {
    if (method === 'POST') asked.push(input)
    const data = method === 'POST' ? appeal : { submit_id: 7, pass_line: 60, max_score: 100, scored: true, ...work }
    return { code: 1, msg: '', time: 0, data }
  })
  const page = await openPage(
    <MeContext value={aMe({ id: 11 })}>
      <Appeals list={[appeal]} />
    </MeContext>,
  )
  const settle = () => page.doing(() => new Promise((resolve) => setTimeout(resolve)))
  const press = async (name: string) => {
    await page.doing(() => page.named('button', name).click())
    await settle()
  }
  await settle()
  const chosen = () =>
    page
      .all('fieldset[aria-label="结果"] button')
      .filter((one) => one.getAttribute('aria-pressed') === 'true')
      .map((one) => one.textContent)
  const typeScore = (text: string) =>
    page.doing(() => {
      const field = page.all('input')[0]
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
      field?.dispatchEvent(new Event('input', { bubbles: true }))
    })
  return { page, press, typeScore, chosen, asked }
}

/** An appeal that a teacher answers with another result. */
const answering = async (score: number | null, work: Part<ReviewWork>) => {
  const appeal = await reading(score, work)
  await appeal.press('改结果')
  await appeal.page.write(appeal.page.all('textarea')[0]!, '评语改了。')
  return appeal
}
const result = (decision: 'pass' | 'fail') => ({ decision, percent_final: null })

test('an appeal against a fail without a number begins with that fail, and the teacher may pass it', async () => {
  const { page, press, chosen, asked } = await answering(null, { result: result('fail') })
  expect(chosen()).toEqual(['未通过'])
  await page.doing(() => page.all('fieldset[aria-label="结果"] button')[0]?.click())
  await press('发送')
  expect(asked).toMatchObject([{ outcome: 'change', decision: 'pass', score: null }])
  await page.close()
})

test('an appeal answered without a new score leaves a pass below the pass line a pass', async () => {
  const { page, press, chosen, asked } = await answering(55, { result: result('pass') })
  expect(chosen()).toEqual(['通过'])
  await press('发送')
  expect(asked).toMatchObject([{ outcome: 'change', decision: 'pass', score: 55 }])
  await page.close()
})

test.each(['85..', '101'])('an appeal is not granted with %s: the number is put right first', async (typed) => {
  const { page, press, typeScore, asked } = await answering(55, { result: result('fail') })
  await typeScore(typed)
  expect(page.all('p').map((one) => one.textContent)).toContain('填0到100之间的数，最多两位小数')
  await press('发送')
  expect(asked).toEqual([])
  await typeScore('８５')
  await press('发送')
  expect(asked).toMatchObject([{ outcome: 'change', score: 85 }])
  expect(asked[0]).not.toHaveProperty('decision')
  await page.close()
})

test('an appeal about 30 of 100 is answered on the scale of now where the work says 200 by then', async () => {
  const { page, press, chosen, asked } = await answering(30, { result: result('pass'), max_score: 200 })
  expect(page.all('input')[0]).toMatchObject({ value: '60' })
  expect(chosen()).toEqual(['通过'])
  await press('发送')
  expect(asked).toMatchObject([{ outcome: 'change', decision: 'pass', score: 60, max_score: 200 }])
  await page.close()
})

test('a teacher who looks at the work before sending finds the new result beside the words that promise it', async () => {
  const before = await answering(55, { result: result('fail') })
  await before.typeScore('85')
  await before.page.close()
  const { page, press, asked } = await reading(55, { result: result('fail') })
  expect(page.all('textarea')[0]).toMatchObject({ value: '评语改了。' })
  expect(page.all('input')[0]).toMatchObject({ value: '85' })
  await press('发送')
  expect(asked).toMatchObject([{ outcome: 'change', score: 85, answer: '评语改了。' }])
  await page.close()
})

test('the next appeal of a result begins with keeping it, whatever the last one was answered with', async () => {
  const before = await answering(55, { result: result('fail') })
  await before.typeScore('85')
  await before.press('发送')
  await before.page.close()
  const { page, press, asked } = await reading(55, { result: result('fail') })
  await page.write(page.all('textarea')[0]!, '评语不改。')
  await press('发送')
  expect(asked).toMatchObject([{ outcome: 'keep', answer: '评语不改。' }])
  await page.close()
})
