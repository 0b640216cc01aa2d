// @vitest-environment happy-dom
import { reviewVoicesAdmin } from '@tongchuang/contract/review-voices.admin.ts'
import { sampleOf, sentWith } from '@tongchuang/contract/testing/sample.ts'
import { Voice } from '@tongchuang/contract/voices.ts'
import { connect } from '@tongchuang/ui/send.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createVoiceSaver, type Said } from './voice-saver.ts'

const voiceOf = (file_id: number): Voice =>
  sampleOf(Voice, { id: file_id, seconds: 3, peaks: [], text: '', file: { id: file_id } })
const saidOf = (file_id: number): Said => ({ file_id, file: null, seconds: 0, peaks: [], text: '' })

let sent: number[][] = []
let reported: string[] = []
/** The recordings the server has, and those it refuses. */
let there: number[] = []
let refused: number[] = []
let reason = 'FILE_TYPE'

const saver = () =>
  createVoiceSaver({
    submit_id: 7,
    storageKey: 'voices',
    voices: there.map(voiceOf),
    onList: () => undefined,
    onState: () => undefined,
    onRefused: ({ message }) => reported.push(message),
  })

beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
  ;[sent, reported] = [[], []]
  connect(async ({ input }) => {
    const files = sentWith(reviewVoicesAdmin.save, input).voices.map(({ file_id }) => file_id)
    sent.push(files)
    if (sent.length > 20) throw new Error('the same refused request is sent without end')
    if (files.some((id) => refused.includes(id)))
      return { code: 0, msg: '这段声音打不开', time: 0, data: { reason, voices: [] } }
    there = files
    return { code: 1, msg: '', time: 0, data: { voices: files.map(voiceOf) } }
  })
})
afterEach(() => vi.useRealTimers())

test('a recording that its reviewer removed is gone, also when the one chosen in its place is refused', async () => {
  ;[there, refused, reason] = [[1], [2], 'FILE_TYPE']
  const voices = saver()
  voices.put([saidOf(2)])
  expect(await voices.flush()).toBe(true)
  expect(reported).toEqual(['这段声音打不开'])
  expect(voices.list()).toEqual([])
  expect(there).toEqual([])
})

test('a reviewer whose saved recording is refused is told once, and it is not sent again by itself', async () => {
  ;[there, refused, reason] = [[1], [1], 'FILE']
  const voices = saver()
  voices.put([{ ...saidOf(1), text: '单位漏了' }])
  expect(await voices.flush()).toBe(false)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(sent).toEqual([[1]])
  expect(reported).toEqual(['这段声音打不开'])
  expect(voices.list()).toMatchObject([{ file_id: 1, text: '单位漏了' }])
})
