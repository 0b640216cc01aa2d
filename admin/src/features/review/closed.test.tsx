// @vitest-environment happy-dom
import type { ReviewWork } from '@tongchuang/contract/review-work.admin.ts'
import type { Part } from '@tongchuang/contract/testing/sample.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { Closed } from './decide.tsx'
import { aReviewWork } from './factory.ts'
import type { Lock } from './use-open-work.ts'

let page: Awaited<ReturnType<typeof openPage>>
beforeAll(() => loadTexts('zh-CN'))
afterEach(() => page.close())

const open = async (part: Part<ReviewWork>, lock: Partial<Lock> = {}) => {
  const nothing = () => undefined
  const work = aReviewWork({ status: 'released', ...part })
  page = await openPage(
    <Closed
      work={work}
      lock={{ of: 1, state: 'other', holder: '', ...lock }}
      onTryAgain={nothing}
      onCorrect={nothing}
    />,
  )
  return work
}
const excused = { action: 'excuse', reason: '住院', at: '2026-03-02T01:00:00.000Z', actor: '陈立群' }
const buttons = () => page.all('button').map(({ textContent }) => textContent)

test('a reviewer reads that a student is excused where a work was never answered, and is offered nothing to correct', async () => {
  await open({ feedback: [], result: null, history: [excused] })
  expect(page.all('p')[0]?.textContent).toContain('免做')
  expect(buttons()).toEqual([])
})

test('a work that passed without a review, or was answered before its student was excused, is said to be out', async () => {
  const submit_id = aReviewWork({}).submit_id
  const answered = [{ submit_id }]
  for (const part of [{ history: [] }, { history: [excused], feedback: answered }]) {
    await open({ feedback: [], result: null, ...part })
    expect(page.all('p')[0]?.textContent).not.toContain('免做')
    expect(buttons()).toEqual(['更正结果'])
    await page.close()
  }
})

test('a reviewer reads once that the draft is kept, who has the work, and of nobody where nobody took it over', async () => {
  const told = async (lock: Partial<Lock>) => {
    await open({ status: 'sealed' }, lock)
    const text = page.all('output')[0]?.textContent ?? ''
    await page.close()
    return text
  }
  const taken = await told({})
  expect(taken.split('草稿')).toHaveLength(2)
  expect(taken).not.toContain('30分钟')
  const had = await told({ holder: '罗兰' })
  expect(had).toContain('罗兰正在批这份作品')
  expect(had.split('草稿')).toHaveLength(2)
  expect(await told({ why: '公会已归档，只能查看' })).toBe('公会已归档，只能查看')
  await open({ status: 'sealed' })
})
