// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { isChunkFailure, reloadOnce } from './error-boundary.tsx'
import { fullDevice } from './testing/full-device.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  sessionStorage.clear()
})

test('a file of a build that has gone is told from other faults', () => {
  expect(isChunkFailure(new TypeError('Failed to fetch dynamically imported module: https://x/a.js'))).toBe(true)
  expect(isChunkFailure(new TypeError('error loading dynamically imported module: https://x/a.js'))).toBe(true)
  expect(isChunkFailure(new Error('x is undefined'))).toBe(false)
})

/** How often the page is loaded anew when a file fails so many times. */
const loadedAnew = async (times: number, server: () => Promise<Response> = async () => new Response()) => {
  const load = vi.fn<() => void>()
  vi.stubGlobal('location', { reload: load })
  vi.stubGlobal('fetch', server)
  for (let time = 0; time < times; time += 1) await reloadOnce()
  return load.mock.calls.length
}
const unreachable = () => Promise.reject(new TypeError('Failed to fetch'))

test('a page of a build that has gone is loaded anew by itself, once', async () => {
  expect(await loadedAnew(2)).toBe(1)
})

test('where a tab can keep nothing it is not loaded anew for ever, but by whoever reads it', async () => {
  vi.stubGlobal('sessionStorage', fullDevice)
  expect(await loadedAnew(2)).toBe(0)
})

test('a page whose file failed as the network went stays, and is loaded anew once the network is back', async () => {
  expect(await loadedAnew(1, unreachable)).toBe(0)
  expect(await loadedAnew(1)).toBe(1)
})
