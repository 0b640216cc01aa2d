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

const loadedAnew = async (times: number): Promise<number> => {
  const load = vi.fn<() => void>()
  vi.stubGlobal('location', { reload: load })
  for (let time = 0; time < times; time += 1) reloadOnce()
  // Editors are saved before the reload; without editors, that takes one turn of the event loop.
  await new Promise(setImmediate)
  return load.mock.calls.length
}

test('a page of a build that has gone is loaded anew by itself, once', async () => {
  expect(await loadedAnew(2)).toBe(1)
})

test('where a tab can keep nothing it is not loaded anew for ever, but by whoever reads it', async () => {
  vi.stubGlobal('sessionStorage', fullDevice)
  expect(await loadedAnew(2)).toBe(0)
})
