// @vitest-environment happy-dom
import type { StreamEvent } from '@tongchuang/contract/messages.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { homeKey } from '../queries/keys.ts'
import { unreadQuery } from './notices-query.ts'
import { useLive } from './use-live.ts'

// An event stream controlled by the test.
const { lines } = vi.hoisted((): { lines: ((told: StreamEvent) => void)[] } => ({ lines: [] }))
vi.mock('@tongchuang/ui/live.ts', () => ({
  listenLive: ({ hear }: { hear: (told: StreamEvent) => void }) => {
    lines.push(hear)
    return () => undefined
  },
}))

let waiting = 0
let reads = 0
/** The first page, with the work that waits; the number of unread notices was just read. */
const Page = ({ known }: { known: number }) => {
  const client = useQueryClient()
  useState(() => client.setQueryData(unreadQuery.queryKey, { unread: known }))
  useLive(1)
  const { data } = useQuery({
    queryKey: homeKey,
    queryFn: async () => {
      reads += 1
      return waiting
    },
  })
  return <p>{data}</p>
}

const unread = (todo: number): StreamEvent => ({ event: 'unread', data: { message: 0, notice: 0, todo } })

/** Opens the page and tells it the numbers with which its stream begins. */
const opened = async (known: number, begin: number) => {
  const before = lines.length
  reads = 0
  waiting = 0
  const page = await openPage(<Page known={known} />)
  await vi.waitFor(() => expect(lines.length).toBeGreaterThan(before))
  const tell = (told: StreamEvent) => page.doing(() => lines.at(-1)?.(told))
  const shows = (text: string) => page.doing(() => vi.waitFor(() => expect(page.all('p')[0]?.textContent).toBe(text)))
  await shows('0')
  waiting = 4
  await tell(unread(begin))
  return { tell, shows }
}

test('a teacher whose page was just read loads the waiting work once, and again when something comes in', async () => {
  const { tell, shows } = await opened(2, 2)
  expect(reads).toBe(1)
  await tell(unread(2))
  await shows('4')
  expect(reads).toBe(2)
})

test('a teacher to whom something came while the page was being read sees it', async () => {
  const { shows } = await opened(2, 3)
  await shows('4')
})
