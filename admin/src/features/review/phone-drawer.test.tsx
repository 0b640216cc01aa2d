// @vitest-environment happy-dom
import type { ReviewWork } from '@tongchuang/contract/review-work.admin.ts'
import type { Part } from '@tongchuang/contract/testing/sample.ts'
import { elementOf } from '@tongchuang/ui/testing/element-of.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { createRef, useState } from 'react'
import { loadTexts } from '../../locales/texts.ts'
import { aReviewWork } from './factory.ts'
import { formOf } from './form.ts'
import { PhoneDrawer } from './phone-drawer.tsx'
import { useDrawer } from './use-drawer.ts'

const criteria = [
  { id: 1, label: '观察', description: '', weight: 60, level_words: [] },
  { id: 2, label: '表达', description: '', weight: 40, level_words: [] },
]

const Reviewing = ({ work }: { work: ReviewWork }) => {
  const [form, setForm] = useState(() => formOf(work))
  const [at, setAt] = useState(0)
  const drawer = useDrawer(null, work.scored ? 'score' : 'words')
  return (
    <PhoneDrawer
      work={work}
      form={form}
      areas={null}
      answered={null}
      saving={{ state: 'failed', at: null }}
      onChange={(changes) => setForm((before) => ({ ...before, ...changes }))}
      at={at}
      onAt={setAt}
      feedback={createRef()}
      commentsOpen={false}
      onComments={() => undefined}
      conflict={null}
      leftWords={null}
      drawer={drawer}
      bar={null}
    />
  )
}

let page: Awaited<ReturnType<typeof openPage>>
const open = async (part: Part<ReviewWork>) => (page = await openPage(<Reviewing work={aReviewWork(part)} />))
const press = (name: string) => page.doing(() => page.named('button', name).click())
const typed = () => elementOf(HTMLInputElement, page.all('input')[0])

beforeAll(() => loadTexts('zh-CN'))
afterEach(() => page.close())

test('the drawer opens by its handle and says so; its pad types the score that is seen closed as well', async () => {
  await open({})
  const handle = page.named('button', '评分和评语')
  expect(handle.getAttribute('aria-expanded')).toBe('false')
  expect(page.all('fieldset')).toHaveLength(0)
  await press('评分和评语')
  expect(handle.getAttribute('aria-expanded')).toBe('true')
  for (const key of ['8', '6', '删一位', '小数点', '5']) await press(key)
  expect(typed().value).toBe('8.5')
  expect(page.named('output', '总分').textContent).toContain('未通过')
  await press('评分和评语')
  expect(handle.getAttribute('aria-expanded')).toBe('false')
  expect(typed().value).toBe('8.5')
})

test('where there are criteria a press gives a level, and the drawer comes back to what it showed last', async () => {
  await open({ criteria })
  await press('评分和评语')
  await press('观察：5档')
  await press('表达：1档')
  expect(page.named('button', '观察：5档').getAttribute('aria-pressed')).toBe('true')
  expect(page.named('output', '总分').textContent).toContain('68')
  await press('批注和评语')
  await press('评分和评语')
  await press('评分和评语')
  expect(page.all('textarea'), 'the words again').toHaveLength(1)
})

test('a task without a score has no pad: the drawer opens at the words', async () => {
  await open({ scored: false })
  await press('评分和评语')
  expect(page.all('fieldset')).toHaveLength(0)
  expect(page.all('textarea')).toHaveLength(1)
})

test('a score typed on a keyboard that is none is named, and the pad begins it anew', async () => {
  await open({})
  await press('评分和评语')
  await page.doing(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(typed(), '45,5')
    typed().dispatchEvent(new Event('input', { bubbles: true }))
  })
  expect(typed().getAttribute('aria-invalid')).toBe('true')
  expect(page.all('p').map((one) => one.textContent)).toContain('填0到100之间的数，最多两位小数')
  await press('8')
  expect(typed().value).toBe('8')
  expect(typed().getAttribute('aria-invalid')).toBeNull()
})
