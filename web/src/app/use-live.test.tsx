// @vitest-environment happy-dom
import type { StreamEvent } from '@tongchuang/contract/messages.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { useQuery } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { studentTaskKey } from '../queries/keys.ts'
import { useLive } from './use-live.ts'

// An event stream controlled by the test.
const { lines } = vi.hoisted((): { lines: ((told: StreamEvent) => void)[] } => ({ lines: [] }))
vi.mock('@tongchuang/ui/live.ts', () => ({
  listenLive: ({ hear }: { hear: (told: StreamEvent) => void }) => {
    lines.push(hear)
    return () => undefined
  },
}))

let mended = 0
/** A task page whose marks can be ticked as mended. */
const Page = () => {
  useLive(1)
  const { data } = useQuery({ queryKey: [...studentTaskKey, 'one', 7], queryFn: async () => mended })
  return <p>{data}</p>
}

test('a student whose line was cut reads which places were said to be mended on another device meanwhile', async () => {
  const page = await openPage(<Page />)
  await vi.waitFor(() => expect(lines).toHaveLength(1))
  mended = 2
  await page.doing(() => lines[0]?.({ event: 'resync', data: {} }))
  await page.doing(() => vi.waitFor(() => expect(page.all('p')[0]?.textContent).toBe('2')))
  await page.close()
})

test('a student whose task lies open sees its result once it is released', async () => {
  const before = lines.length
  const page = await openPage(<Page />)
  await vi.waitFor(() => expect(lines.length).toBeGreaterThan(before))
  mended = 3
  await page.doing(() => lines.at(-1)?.({ event: 'change', data: { kind: 'result', task_id: 7 } }))
  await page.doing(() => vi.waitFor(() => expect(page.all('p')[0]?.textContent).toBe('3')))
  await page.close()
})
