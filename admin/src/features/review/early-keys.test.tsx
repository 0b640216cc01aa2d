// @vitest-environment happy-dom
import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import { connect } from '@tongchuang/ui/send.ts'
import { elementOf } from '@tongchuang/ui/testing/element-of.ts'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { accepted } from './factory.ts'
import { openReview } from './factory.tsx'
import type { Lock } from './use-open-work.ts'

let decided: Record<string, unknown>[] = []
const opening: Lock = { of: 1, state: 'opening', holder: '' }
const criteria = [1, 2].map((id) => ({ id, label: `标准${id}`, description: '', weight: 50, level_words: [] }))

beforeAll(() => loadTexts('zh-CN'))
beforeEach(() => {
  localStorage.clear()
  decided = []
  connect(async ({ path, input }) => {
    if (path === reviewsAdmin.decide.path) decided.push(input as Record<string, unknown>)
    return { code: 1, msg: '', time: 0, data: accepted }
  })
})

const settled = (page: Awaited<ReturnType<typeof openReview>>) =>
  page.doing(() => new Promise((resolve) => setTimeout(resolve, 20)))

test('a teacher who presses 4 and s before the work is open gives it its score, not a pass without one', async () => {
  const page = await openReview({}, opening)
  await page.press('4')
  await page.giveLock()
  await page.press('s')
  await settled(page)
  expect(decided).toMatchObject([{ score: 80, decision: 'pass' }])
  await page.close()
})

test('a teacher who wants 33 of 40 writes it behind one key, also before the work is open, and s decides with it', async () => {
  const page = await openReview({ max_score: 40 }, opening)
  await page.press('g')
  const field = document.activeElement as HTMLInputElement
  expect(field.hasAttribute('data-score')).toBe(true)
  await page.write(field, '33')
  await page.giveLock()
  await page.press('Escape')
  expect(document.activeElement?.hasAttribute('data-work')).toBe(true)
  await page.press('s')
  await settled(page)
  expect(decided).toMatchObject([{ score: 33, decision: 'pass' }])
  await page.close()
})

test('levels pressed for a work that is being opened go to one criterion after the other, and s decides after them', async () => {
  const page = await openReview({ criteria } as never, opening)
  for (const key of ['3', '5', 's']) await page.press(key)
  expect(decided).toEqual([])
  await page.giveLock()
  await settled(page)
  const levels = [
    { criterion_id: 1, level: 3 },
    { criterion_id: 2, level: 5 },
  ]
  expect(decided).toMatchObject([{ criteria: levels }])
  await page.close()
})

test('keys pressed for a work that a colleague turns out to have do nothing, and letters after c are no commands', async () => {
  const taken = await openReview({}, opening)
  await taken.press('4')
  await taken.press('s')
  await taken.giveLock({ of: 1, state: 'other', holder: '罗老师' })
  await taken.giveLock()
  await settled(taken)
  await taken.close()
  const page = await openReview({}, opening)
  for (const key of ['c', 'x', 's']) await page.press(key)
  await page.giveLock()
  await settled(page)
  expect(decided).toEqual([])
  expect((document.activeElement as HTMLElement).localName).toBe('textarea')
  await page.close()
})

test('a reviewer who tabs on before the work is open is at its score, and what they type there counts', async () => {
  const page = await openReview({}, opening)
  const field = elementOf(HTMLInputElement, page.all('[data-score]')[0])
  await page.press('4')
  await page.doing(() => field.focus())
  await page.write(field, '8')
  await page.write(field, '85')
  await page.giveLock()
  await settled(page)
  expect(document.activeElement).toBe(field)
  expect(field.value).toBe('85')
  await page.doing(() => field.blur())
  await page.press('s')
  await settled(page)
  expect(decided).toMatchObject([{ score: 85, decision: 'pass' }])
  await page.close()
})

test('a reviewer who tabbed to the score of a work that a colleague has is at the work, not at the top of the page', async () => {
  const page = await openReview({}, opening)
  await page.doing(() => page.all('[data-score]')[0]?.focus())
  await page.giveLock({ of: 1, state: 'other', holder: '罗老师' })
  await settled(page)
  expect(page.all('[data-score]')).toEqual([])
  expect(document.activeElement).toBe(page.all('[data-work]')[0])
  await page.close()
})

test('a reviewer who writes why a work fails before it is open has sent all of it, with the score', async () => {
  const page = await openReview({}, opening)
  await page.press('1')
  await page.press('c')
  const field = elementOf(HTMLTextAreaElement, document.activeElement)
  await page.write(field, '再写一遍')
  await page.press('Escape')
  await page.press('s')
  await page.giveLock()
  await settled(page)
  expect(decided).toMatchObject([{ score: 20, text: '再写一遍', decision: 'fail' }])
  await page.close()
})

test('a reviewer whose server does not answer keeps what they typed, and no key decides minutes later', async () => {
  const page = await openReview({}, opening)
  await page.press('c')
  const field = elementOf(HTMLTextAreaElement, document.activeElement)
  await page.write(field, '写得')
  await page.press('Escape')
  await page.press('s')
  await page.giveLock({ of: 1, state: 'unreached', holder: '' })
  await settled(page)
  await page.press('c')
  await page.write(elementOf(HTMLTextAreaElement, document.activeElement), '写得真好')
  await page.press('Escape')
  await page.giveLock()
  await settled(page)
  expect(decided).toEqual([])
  expect(elementOf(HTMLTextAreaElement, page.all('textarea')[0]).value).toBe('写得真好')
  await page.press('5')
  await page.press('s')
  await settled(page)
  expect(decided).toMatchObject([{ score: 100, text: '写得真好' }])
  await page.close()
})

test('a level pressed with the pointer before the work is open stands beside the one given by a key', async () => {
  const page = await openReview({ criteria } as never, opening)
  await page.press('3')
  await page.doing(() => page.all('fieldset')[1]?.querySelectorAll('button')[4]?.click())
  await page.giveLock()
  await settled(page)
  await page.press('s')
  await settled(page)
  const levels = [
    { criterion_id: 1, level: 3 },
    { criterion_id: 2, level: 5 },
  ]
  expect(decided).toMatchObject([{ criteria: levels }])
  await page.close()
})
