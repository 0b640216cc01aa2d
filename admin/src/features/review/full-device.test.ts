// @vitest-environment happy-dom
import { reviewAreasAdmin } from '@tongchuang/contract/review-areas.admin.ts'
import { reviewVoicesAdmin } from '@tongchuang/contract/review-voices.admin.ts'
import { connect } from '@tongchuang/ui/send.ts'
import { fullDevice } from '@tongchuang/ui/testing/full-device.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPageSaver } from './page-saver.ts'
import { setKeysOn } from './use-keys.ts'
import { createVoiceSaver } from './voices/voice-saver.ts'

let sent: string[] = []

beforeEach(() => {
  vi.useFakeTimers()
  sent = []
  vi.stubGlobal('localStorage', fullDevice)
  connect(async ({ path }) => {
    sent.push(path)
    return { code: 1, msg: '', time: 0, data: { areas: [], voices: [] } }
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  setKeysOn(true)
})

test('what a reviewer draws and says reaches the server from a device that is full', async () => {
  const states: string[] = []
  const pages = createPageSaver({
    submit_id: 7,
    storageKey: 'areas',
    onPage: () => undefined,
    onState: (state) => states.push(state),
  })
  pages.put({ file_id: 3, page: 1, seen: 0, marks: [] })
  await vi.advanceTimersByTimeAsync(800)
  expect(sent).toEqual([reviewAreasAdmin.savePage.path])
  const voices = createVoiceSaver({
    submit_id: 7,
    storageKey: 'voices',
    voices: [],
    onList: () => undefined,
    onState: (state) => states.push(state),
    onRefused: () => undefined,
  })
  voices.put([{ file_id: 9, file: null, seconds: 1, peaks: [], text: '说得好' }])
  await vi.advanceTimersByTimeAsync(800)
  expect(sent).toEqual([reviewAreasAdmin.savePage.path, reviewVoicesAdmin.save.path])
  expect(states).toEqual(['dirty', 'saved', 'dirty', 'saved'])
})

test('the keys of a reviewer are switched on a device that is full', () => {
  expect(() => setKeysOn(false)).not.toThrow()
})
