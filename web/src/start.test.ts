import { paths } from '@tongchuang/contract/paths.ts'
import { connect } from '@tongchuang/ui/send.ts'
import { createFetchTransport } from '@tongchuang/ui/fetch-transport.ts'
import { noteServerTime, setTimeZone } from '@tongchuang/ui/server-clock.ts'
import { studentSession } from '@tongchuang/ui/session.ts'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fetchOrTake } from './app/early.ts'
import { loadSite, site } from './app/site.ts'

const stored: Record<string, string> = { token: 'a-token', 'arco-locale': 'zh-CN' }
const answered = vi.fn(() => Promise.resolve(Response.json({ code: 1, msg: 'ok', time: 0, data: { list: [] } })))

beforeEach(() => {
  vi.stubGlobal('localStorage', { getItem: (name: string) => stored[name] ?? null })
  vi.stubGlobal('document', { cookie: 'token=a-token', querySelector: () => null })
  vi.stubGlobal('fetch', answered)
  answered.mockClear()
})
afterEach(() => {
  vi.unstubAllGlobals()
  // What was answered says neither: other units share this process.
  setTimeZone('Asia/Shanghai')
  noteServerTime(Math.floor(Date.now() / 1000))
  site.set(null)
})

let opened = 0

/** The requests sent before the site data has arrived, by a page opened at this address. */
const askedAt = async (address: string): Promise<string[]> => {
  const { pathname, search } = new URL(address, 'http://school')
  vi.stubGlobal('location', { pathname, search })
  site.set(null)
  // Imported anew each time, as by a new document.
  opened += 1
  await import(/* @vite-ignore */ `./start.ts?opened=${opened}`)
  connect(createFetchTransport({ session: studentSession, base: '', fetch: fetchOrTake, onExpired: () => undefined }))
  return [...(globalThis.early?.keys() ?? [])]
}

const reader = () => new QueryClient({ defaultOptions: { queries: { retry: false } } })

const nothingIsLeft = (asked: readonly string[]) => {
  expect([...(globalThis.early?.keys() ?? [])], 'asked early and wanted by nobody').toEqual([])
  expect(answered, 'nothing is asked twice').toHaveBeenCalledTimes(asked.length)
}

test('what is asked before the site has come is, word for word, what the square asks first', async () => {
  const asked = await askedAt('/square/index')
  expect(asked).toHaveLength(5)
  const [{ profileQuery }, { squareReads }] = await Promise.all([
    import('./app/profile.ts'),
    import('./pages/square-page.tsx'),
  ])
  const client = reader()
  await Promise.all([client.fetchQuery(profileQuery), ...squareReads(client), loadSite()])
  nothingIsLeft(asked)
})

test('the page of a task finds its task and its map asked for, of the type the address says', async () => {
  const [{ profileQuery }, { taskReads }] = await Promise.all([
    import('./app/profile.ts'),
    import('./pages/task-detail-page.tsx'),
  ])
  for (const query of ['', '&type=side', '&type=unknown']) {
    answered.mockClear()
    const address = paths.task({ guild: 3, task: 14 }) + query
    const asked = await askedAt(address)
    expect(asked).toHaveLength(4)
    const client = reader()
    const place = { params: { guild: '3' }, search: new URL(address, 'http://school').searchParams }
    await Promise.all([client.fetchQuery(profileQuery), ...taskReads(client, place), loadSite()])
    nothingIsLeft(asked)
  }
})

test('the log-in asks of the school before the site has come, and nothing else', async () => {
  vi.stubGlobal('localStorage', { getItem: () => null })
  vi.stubGlobal('document', { cookie: '', querySelector: () => null })
  const asked = await askedAt('/login')
  await loadSite()
  expect(asked).toHaveLength(1)
  nothingIsLeft(asked)
})
