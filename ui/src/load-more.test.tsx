// @vitest-environment happy-dom
import { useInfiniteQuery } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { LoadMore } from './load-more.tsx'
import './loaded-rows.tsx'
import { openPage } from './testing/page.tsx'

beforeEach(() => {
  // Lists here are loaded by the button alone.
  vi.stubGlobal('IntersectionObserver', undefined)
  return () => vi.unstubAllGlobals()
})

/** What lets the pages that are asked for come. */
let come = () => undefined as void

/** A list of five rows, two on a page. `refused` names the pages that fail by their first row, one per request. */
const List = ({ refused = [] }: { refused?: number[] }) => {
  const rows = useInfiniteQuery({
    queryKey: ['rows'],
    queryFn: async ({ pageParam: from }) => {
      if (from > 1) await new Promise<void>((resolve) => (come = resolve))
      if (refused.splice(0, 1)[0] === from) throw new Error('no network')
      return [from, from + 1].filter((row) => row <= 5)
    },
    initialPageParam: 1,
    getNextPageParam: (last) => ((last[1] ?? 5) < 5 ? (last[1] ?? 0) + 1 : undefined),
  })
  return (
    <section>
      <ul>
        {rows.data?.pages.flat().map((row) => (
          <li key={row}>第{row}行</li>
        ))}
      </ul>
      <LoadMore of={rows} />
    </section>
  )
}

const said = (all: (selector: string) => HTMLElement[]) => all('output').map(({ textContent }) => textContent)

test('a person with a keyboard goes on at the first row that came, and hears that it came, down to the end', async () => {
  const { all, named, doing } = await openPage(<List />)
  const press = async () => {
    named('button', '加载更多').focus()
    await doing(() => named('button', '加载更多').click())
    await vi.waitFor(() => doing(() => named('button', '正在加载更多')))
    await doing(() => come())
  }
  await vi.waitFor(() => doing(() => expect(all('li')).toHaveLength(2)))
  await vi.waitFor(() => doing(() => expect(said(all)).toEqual([''])))
  await press()
  await vi.waitFor(() => doing(() => expect(all('li')).toHaveLength(4)))
  expect(document.activeElement?.textContent).toBe('第3行')
  expect(said(all)).toEqual(['已加载更多'])
  await press()
  await vi.waitFor(() => doing(() => expect(all('li')).toHaveLength(5)))
  expect(all('button')).toEqual([])
  expect(document.activeElement?.textContent).toBe('第5行')
  expect(said(all)).toEqual(['已加载更多'])
})

test('a person who has gone elsewhere meanwhile is not brought back, and nobody hears of rows that did not come', async () => {
  const refused = [0, 3]
  const { all, named, doing } = await openPage(
    <>
      <input aria-label="搜索" />
      <List refused={refused} />
    </>,
  )
  await vi.waitFor(() => doing(() => expect(all('li')).toHaveLength(2)))
  await doing(() => named('button', '加载更多').click())
  await vi.waitFor(() => doing(() => named('button', '正在加载更多')))
  await doing(() => come())
  await vi.waitFor(() => doing(() => named('button', '重试')))
  expect(said(all).join('')).toBe('')
  await doing(() => named('button', '重试').click())
  await doing(() => named('input', '搜索').focus())
  await vi.waitFor(() => doing(() => named('button', '正在加载更多')))
  await doing(() => come())
  await vi.waitFor(() => doing(() => expect(all('li')).toHaveLength(4)))
  expect(document.activeElement).toBe(named('input', '搜索'))
})
