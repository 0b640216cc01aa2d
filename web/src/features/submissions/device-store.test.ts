// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { deviceStore } from './device-store.ts'
import { emptyWork } from './work.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a student whose browser never opens its database can write after some seconds, and the device keeps it elsewhere', async () => {
  vi.stubGlobal('indexedDB', { open: () => new EventTarget() })
  vi.useFakeTimers()
  const store = deviceStore(9, 31, 4)
  const read = store.read()
  await vi.advanceTimersByTimeAsync(6000)
  expect(await read).toBeNull()
  const written = { work: { ...emptyWork, content: '写下来' }, at: 1, base: null, sent: false, tab: 'a' }
  // From here on nobody waits again.
  await store.update(() => ({ ...written, ended: false, kept: [], attempt: null }))
  expect((await store.read())?.work.content).toBe('写下来')
})
