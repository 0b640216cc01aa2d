import { connect } from '@tongchuang/ui/send.ts'
import { createFetchTransport } from '@tongchuang/ui/fetch-transport.ts'
import { studentSession } from '@tongchuang/ui/session.ts'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fetchOrTake } from './app/early.ts'
import type { Early } from './app/early.ts'

const stored: Record<string, string> = { token: 'a-token', 'arco-locale': 'zh-CN' }
const answered = vi.fn(() => Promise.resolve(Response.json({ code: 1, msg: 'ok', time: 0, data: { list: [] } })))

beforeEach(() => {
  vi.stubGlobal('localStorage', { getItem: (name: string) => stored[name] ?? null })
  vi.stubGlobal('document', { cookie: 'token=a-token', querySelector: () => null })
  vi.stubGlobal('location', { pathname: '/square/index' })
  vi.stubGlobal('fetch', answered)
})
afterEach(() => vi.unstubAllGlobals())

test('what is asked before the site has come is, word for word, what the square asks first', async () => {
  await import('./start.ts')
  const { early } = globalThis as Early
  const asked = [...(early?.keys() ?? [])]
  expect(asked).toHaveLength(5)

  connect(createFetchTransport({ session: studentSession, base: '', fetch: fetchOrTake, onExpired: () => undefined }))
  const [{ profileQuery }, { loadSite }, { doingQuery }, { guildNamesQuery }, { bannersQuery }] = await Promise.all([
    import('./app/profile.ts'),
    import('./app/site.ts'),
    import('./features/tasks/queries.ts'),
    import('./queries/guild-names.ts'),
    import('./features/banners/queries.ts'),
  ])
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  await Promise.all([
    client.fetchQuery(profileQuery),
    client.fetchQuery(doingQuery()),
    client.fetchQuery(guildNamesQuery),
    client.fetchQuery(bannersQuery),
    loadSite(),
  ])
  expect([...(early?.keys() ?? [])], 'asked early and wanted by nobody').toEqual([])
  expect(answered, 'nothing is asked twice').toHaveBeenCalledTimes(asked.length)
})
