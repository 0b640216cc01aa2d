// @vitest-environment happy-dom
import { connect } from '@tongchuang/ui/send.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { useState } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { Filters } from './grade-filters.tsx'

type GridFilter = Parameters<typeof Filters>[0]['filter']

beforeAll(() => loadTexts('zh-CN'))
beforeEach(() => {
  vi.useFakeTimers()
  connect(async () => ({
    code: 1,
    msg: '',
    time: 0,
    data: { guilds: [], tasks: [], classes: [], waiting: 0, held: 0 },
  }))
})
afterEach(() => void vi.useRealTimers())

const searchIn = ({ all }: Awaited<ReturnType<typeof openPage>>) => all('input[type=search]')[0] as HTMLInputElement
const passThrough = async (page: Awaited<ReturnType<typeof openPage>>) => {
  await page.doing(() => searchIn(page).focus())
  await page.doing(() => searchIn(page).dispatchEvent(new FocusEvent('focusout', { bubbles: true })))
  await page.doing(() => vi.advanceTimersByTimeAsync(1_000))
}

test('once the filters of the grades are cleared the search is empty, and stays so', async () => {
  const onChange = vi.fn()
  let clear: () => void = () => undefined
  const Grid = () => {
    const [filter, setFilter] = useState({ keyword: '张' } as GridFilter)
    clear = () => setFilter({} as GridFilter)
    return <Filters filter={filter} page={undefined} onChange={onChange} />
  }
  const page = await openPage(<Grid />)
  expect(searchIn(page).value).toBe('张')
  await page.doing(() => clear())
  expect(searchIn(page).value).toBe('')
  await passThrough(page)
  expect(onChange).not.toHaveBeenCalled()
  await page.close()
})
