// @vitest-environment happy-dom
import { connect } from '@tongchuang/ui/send.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { Filters } from './filters.tsx'

type QueueFilter = Parameters<typeof Filters>[0]['filter']

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

test('a teacher who passes through the search among the works stays at the work that is open', async () => {
  const change = vi.fn()
  const page = await openPage(<Filters filter={{ status: 'waiting' } as QueueFilter} change={change} />)
  await passThrough(page)
  expect(change).not.toHaveBeenCalled()
  await page.close()
})
