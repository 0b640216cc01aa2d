// @vitest-environment happy-dom
import { connect } from '@tongchuang/ui/send.ts'
import { studentSession } from '@tongchuang/ui/session.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Attempt } from './draft-opening.ts'
import { draftTransport } from './draft-transport.ts'
import { createHandIn } from './hand-in.ts'
import { handInTransport } from './hand-in-transport.ts'
import { emptyWork } from './work.ts'

const turn = () => new Promise((resolve) => setTimeout(resolve, 5))
let sent: [token: string | null, key: unknown][] = []
let loseAnswer: () => void = () => undefined

/** A student of the session of now who hands in; what the device forgets is counted. */
const writing = () => {
  const state: { forgotten: number; planned: (() => void) | null; attempt: Attempt | null } = {
    forgotten: 0,
    planned: null,
    attempt: null,
  }
  const handIn = createHandIn({
    draft: {
      work: () => ({ ...emptyWork, content: '写好了' }),
      hold: async () => undefined,
      release: () => undefined,
      base: () => 1,
      attempt: () => state.attempt,
      setAttempt: async (attempt) => void (state.attempt = attempt),
      meet: () => false,
      finish: async () => void (state.forgotten += 1),
    },
    uploading: () => 0,
    resumeUploads: () => undefined,
    isOnline: () => true,
    isOver: () => false,
    newKey: () => 'key-1',
    send: handInTransport(3, 30),
    received: () => undefined,
    stopped: () => undefined,
    later: (run) => {
      state.planned = run
      return () => void (state.planned = null)
    },
  })
  return { state, handIn }
}

afterEach(() => void vi.useRealTimers())
beforeEach(() => {
  sent = []
  studentSession.begin('first')
  connect(async ({ input }) => {
    sent.push([studentSession.token(), input.key])
    if (sent.length > 1) return { code: 1, msg: '', time: 0, data: { submit_id: 9 } }
    return new Promise((_, fail) => {
      loseAnswer = () => fail(new Error('network'))
    })
  })
})

test('a version whose answer is lost is never handed in as the student who logs in next, and stays with who wrote it', async () => {
  const { state, handIn } = writing()
  void handIn.press()
  await turn()
  studentSession.end()
  studentSession.begin('second')
  loseAnswer()
  await turn()
  state.planned?.()
  await turn()
  expect(sent).toEqual([['first', 'key-1']])
  expect(state).toEqual({ forgotten: 0, planned: null, attempt: expect.objectContaining({ key: 'key-1' }) })
})

test('a try that was planned before the log-out sends nothing after it', async () => {
  const { state, handIn } = writing()
  void handIn.press()
  await turn()
  loseAnswer()
  await turn()
  studentSession.end()
  studentSession.begin('second')
  state.planned?.()
  await turn()
  expect(sent).toEqual([['first', 'key-1']])
  expect(state.forgotten).toBe(0)
})

test('in the same session the version is sent again with its key until it arrives', async () => {
  const { state, handIn } = writing()
  void handIn.press()
  await turn()
  loseAnswer()
  await turn()
  state.planned?.()
  await turn()
  expect(sent).toEqual([
    ['first', 'key-1'],
    ['first', 'key-1'],
  ])
  expect(state.forgotten).toBe(1)
})

test('a student whose hand-in gets no answer at all sends it again with its key after a minute, and it arrives once', async () => {
  vi.useFakeTimers()
  const { state, handIn } = writing()
  void handIn.press()
  await vi.advanceTimersByTimeAsync(59_000)
  expect(handIn.view().phase).toBe('sending')
  await vi.advanceTimersByTimeAsync(2000)
  expect(handIn.view().phase).toBe('network')
  state.planned?.()
  await vi.advanceTimersByTimeAsync(0)
  expect(sent).toEqual([
    ['first', 'key-1'],
    ['first', 'key-1'],
  ])
  expect(handIn.view().phase).toBe('done')
})

test('a student whose draft gets no answer at all has it saved again after a minute', async () => {
  vi.useFakeTimers()
  const answered = vi.fn()
  void draftTransport(3, 30)({ ...emptyWork, content: '写着' }, 1).then(answered)
  await vi.advanceTimersByTimeAsync(61_000)
  expect(answered).toHaveBeenCalledWith({ kind: 'unreachable' })
})
