// @vitest-environment happy-dom
import { aMe } from './testing/me.ts'
import { afterEach, expect, test } from 'vitest'
import { useKeptQuery } from './kept-query.ts'
import { MeContext } from './me.tsx'
import { openPage } from './testing/page.tsx'

afterEach(() => localStorage.clear())

const kept = ['guild', 'class'] as const
const shown: string[] = []
const Page = () => {
  const { query, change } = useKeptQuery(kept)
  shown.push(query.toString())
  return (
    <>
      <button type="button" onClick={() => change({ guild: '7', q: '林' })}>
        choose
      </button>
      <button type="button" onClick={() => change({ guild: null, q: null })}>
        all
      </button>
    </>
  )
}
const open = (address: string, id = 1) => {
  shown.length = 0
  return openPage(
    <MeContext value={aMe({ id })}>
      <Page />
    </MeContext>,
    address,
  )
}
const press = async (page: Awaited<ReturnType<typeof open>>, name: string) => {
  await page.doing(() => page.named('button', name).click())
}

test('the class a teacher chose is chosen again on the next page, from its first moment, and for nobody else', async () => {
  const first = await open('/review')
  await press(first, 'choose')
  await first.close()
  const next = await open('/tasks')
  expect(shown[0]).toBe('guild=7')
  expect(next.address()).toBe('/tasks?guild=7')
  await next.close()
  const other = await open('/tasks', 2)
  expect(other.address()).toBe('/tasks')
  await other.close()
})

test('an address that says something is shown as it says', async () => {
  const first = await open('/review')
  await press(first, 'choose')
  await first.close()
  const linked = await open('/review?task=5')
  expect([shown[0], linked.address()]).toEqual(['task=5', '/review?task=5'])
  await linked.close()
})

test('a person who went back to everything finds everything when they return', async () => {
  const page = await open('/review?guild=7&q=x')
  await press(page, 'choose')
  await press(page, 'all')
  expect(page.address()).toBe('/review')
  await page.close()
  const next = await open('/tasks')
  expect(next.address()).toBe('/tasks')
  await next.close()
})
