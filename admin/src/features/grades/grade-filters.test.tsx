// @vitest-environment happy-dom
import { elementOf } from '@tongchuang/ui/testing/element-of.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { useState } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { Filters, GuildPicker } from './grade-filters.tsx'

beforeAll(() => loadTexts('zh-CN'))
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('who clears the filters of the grades finds the search field empty, and leaving it filters nothing again', async () => {
  const changed = vi.fn()
  const Grades = () => {
    const [keyword, setKeyword] = useState<string | undefined>('张')
    return (
      <>
        <Filters
          filter={{ sort: 'name', descending: false, ...(keyword && { keyword }) }}
          page={undefined}
          onChange={changed}
        />
        <button onClick={() => setKeyword(undefined)}>clear</button>
      </>
    )
  }
  const page = await openPage(<Grades />)
  const field = elementOf(HTMLInputElement, page.all('input[type=search]')[0])
  expect(field.value).toBe('张')
  await page.doing(() => page.named('button', 'clear').click())
  expect(field.value).toBe('')
  await page.doing(() => field.focus())
  await page.doing(() => field.blur())
  await page.doing(() => vi.advanceTimersByTimeAsync(1_000))
  expect(changed).not.toHaveBeenCalled()
  await page.close()
})

test('a grid that is narrowed to a class it does not have says to which, and not that it shows all', async () => {
  const filter = { sort: 'name', descending: false, class_name: '高一（9）班' } as const
  const page = await openPage(<Filters filter={filter} page={undefined} onChange={() => undefined} />)
  expect(elementOf(HTMLSelectElement, page.named('select', '班')).selectedOptions[0]?.text).toBe('高一（9）班')
  await page.close()
})

test('a teacher who prints the grid of a guild with a long name has all of the name on paper', async () => {
  const name = '高一（3）班 语文·现代文阅读与写作（2026—2027学年第一学期）'
  const page = await openPage(<GuildPicker guild={3} guilds={[{ id: 3, name }]} mayAll onGuild={() => undefined} />)
  expect(page.all('.print-only').map((one) => one.textContent)).toEqual([name])
  expect(page.all('select.no-print')).toHaveLength(1)
  await page.close()
})
