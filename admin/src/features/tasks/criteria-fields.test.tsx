// @vitest-environment happy-dom
import { pasteText } from '@tongchuang/ui/testing/paste.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { toasts } from '@tongchuang/ui/toast.ts'
import { beforeAll, expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { CriteriaFields } from './criteria-fields.tsx'
import type { Criterion } from './form-values.ts'

beforeAll(() => loadTexts('zh-CN'))

const pastedInto = async (criteria: Criterion[], at: number, text: string): Promise<Criterion[]> => {
  let written = criteria
  const page = await openPage(
    <CriteriaFields
      criteria={criteria}
      onChange={(next) => (written = next)}
      locked={false}
      guild_id={1}
      mayShare={false}
    />,
  )
  await page.doing(() => void pasteText(page.named('input', `第${at + 1}条标准`), text))
  await page.close()
  return written
}
const criterion = (label: string): Criterion => ({ label, description: '', weight: 100, level_words: [] })

test('a teacher who pastes a table of criteria has one for each row, and the empty one is gone', async () => {
  const written = await pastedInto([criterion('')], 0, '内容\t真实\t60%\n语言\t通顺\t40%')
  expect(written.map(({ label, weight }) => [label, weight])).toEqual([
    ['内容', 60],
    ['语言', 40],
  ])
  expect(toasts.get().at(-1)?.text).toBe('表格已分成2条')
})

test('what has no room is said, and what was written stays', async () => {
  const table = Array.from({ length: 9 }, (_, at) => `项${at + 1}\t要求`).join('\n')
  const written = await pastedInto([criterion('原来的')], 0, table)
  expect(written.map(({ label }) => label)).toEqual(['原来的', ...[1, 2, 3, 4, 5, 6, 7].map((n) => `项${n}`)])
  expect(toasts.get().at(-1)?.text).toBe('表格已分成7条，还有2条放不下')
})

test('a word pasted into a criterion is left to the browser', async () => {
  const kept = [criterion('')]
  expect(await pastedInto(kept, 0, '内容')).toBe(kept)
})
