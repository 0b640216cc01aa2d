// @vitest-environment happy-dom
import { connect } from '@tongchuang/ui/send.ts'
import { elementOf } from '@tongchuang/ui/testing/element-of.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { useState } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { Filters } from './filters.tsx'
import type { QueueFilter } from './queries.ts'

let changed: Record<string, string | null>[] = []
let page: Awaited<ReturnType<typeof openPage>>

const Reviewing = () => {
  const [keyword, setKeyword] = useState<string>()
  const filter: QueueFilter = { status: 'waiting', ...(keyword && { keyword }) }
  const change = (changes: Record<string, string | null>) => {
    changed.push(changes)
    if ('q' in changes) setKeyword(changes.q ?? undefined)
  }
  return (
    <>
      <Filters filter={filter} change={change} />
      <button onClick={() => setKeyword(undefined)}>the way back</button>
    </>
  )
}
const field = () => elementOf(HTMLInputElement, page.all('input[type=search]')[0])
const leave = async () => {
  await page.doing(() => field().focus())
  await page.doing(() => field().blur())
  await page.doing(() => vi.advanceTimersByTimeAsync(1_000))
}

beforeAll(() => loadTexts('zh-CN'))
beforeEach(async () => {
  vi.useFakeTimers()
  changed = []
  connect(async () => ({
    code: 1,
    msg: '',
    time: 0,
    data: { guilds: [], tasks: [], classes: [], waiting: 0, held: 0 },
  }))
  page = await openPage(<Reviewing />)
})
afterEach(async () => {
  await page.close()
  vi.useRealTimers()
})

test('a reviewer who looks into the search field and types nothing stays at the work that is open', async () => {
  await leave()
  await page.doing(() => field().focus())
  await page.press('Enter')
  await page.doing(() => vi.advanceTimersByTimeAsync(1_000))
  expect(changed).toEqual([])
})

test('a reviewer who types finds whom they look for, and once that is taken back the field is empty too', async () => {
  await page.doing(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field(), '林')
    field().dispatchEvent(new Event('input', { bubbles: true }))
  })
  await page.doing(() => vi.advanceTimersByTimeAsync(1_000))
  expect(changed).toEqual([{ q: '林', work: null }])
  await leave()
  await page.doing(() => page.named('button', 'the way back').click())
  expect(field().value).toBe('')
  await leave()
  expect(changed).toHaveLength(1)
})
