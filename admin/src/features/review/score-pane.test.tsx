// @vitest-environment happy-dom
import type { ReviewWork } from '@tongchuang/contract/review-work.admin.ts'
import type { Part } from '@tongchuang/contract/testing/sample.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { createRef, useState } from 'react'
import { loadTexts } from '../../locales/texts.ts'
import { aReviewWork } from './factory.ts'
import { formOf } from './form.ts'
import { ScorePane } from './score-pane.tsx'

const criteria = [
  { id: 1, label: '观察', description: '', weight: 60, level_words: ['', '只有结果', '', '', '步骤和单位都有'] },
  { id: 2, label: '表达', description: '', weight: 40, level_words: [] },
]
const Reviewed = ({ work }: { work: ReviewWork }) => {
  const [form, setForm] = useState(() => formOf(work))
  const [at, setAt] = useState(0)
  return (
    <ScorePane
      work={work}
      form={form}
      areas={null}
      answered={null}
      saving={{ state: 'clean', at: null }}
      onChange={(changes) => setForm((before) => ({ ...before, ...changes }))}
      at={at}
      onAt={setAt}
      feedback={createRef()}
      commentsOpen={false}
      onComments={() => undefined}
      foot={null}
      conflict={null}
      leftWords={null}
    />
  )
}

let page: Awaited<ReturnType<typeof openPage>>
const open = async (part: Part<ReviewWork>) => (page = await openPage(<Reviewed work={aReviewWork(part)} />))
const total = () => page.all('output[aria-label="总分"]')[0]?.textContent ?? null
const level = (n: number, of: number) =>
  page.doing(() => page.all('fieldset')[of]?.querySelectorAll('button')[n - 1]?.click())

beforeAll(() => loadTexts('zh-CN'))
afterEach(() => page.close())

test('levels of all criteria make a total by their weights, and whether that passes', async () => {
  await open({ criteria })
  await level(5, 0)
  expect(total(), 'half a judgement has no total').toBeNull()
  await level(1, 1)
  expect(total()).toContain('68')
  expect(total()).not.toContain('未通过')
  await level(2, 0)
  expect(total()).toContain('32')
  expect(total()).toContain('未通过')
})

test('what lateness costs is taken off, shown beside the number before, and waived with one press', async () => {
  await open({ criteria, late_deduction: 25 })
  await level(5, 0)
  await level(5, 1)
  expect(page.all('output s')[0]?.textContent).toBe('100')
  expect(page.all('output strong')[0]?.textContent).toBe('75')
  await page.doing(() => page.all('button.link')[0]?.click())
  expect(page.all('output s')).toHaveLength(0)
  expect(page.all('output strong')[0]?.textContent).toBe('100')
})

test('what the levels look like stands at the criterion one is at, and the given level is marked', async () => {
  await open({ criteria })
  const words = () => page.all('fieldset li').map((one) => one.textContent?.trim())
  expect(words()).toEqual(['5 步骤和单位都有', '2 只有结果'])
  await level(2, 0)
  expect(page.all('fieldset li[data-given]').map((one) => one.textContent?.trim())).toEqual(['2 只有结果'])
})
