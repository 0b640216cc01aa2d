// @vitest-environment happy-dom
import { connect } from '@tongchuang/ui/send.ts'
import { studentSession } from '@tongchuang/ui/session.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { logOut } from './session.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('a student who logs out over a line that hangs is logged out on this machine within two seconds', async () => {
  studentSession.begin('mine')
  const asked: unknown[] = []
  connect(async ({ path }) => {
    asked.push(path, studentSession.token())
    return new Promise(() => undefined)
  })
  const leaving = logOut()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(studentSession.token()).toBeNull()
  await leaving
  // The log-out request still reaches the server, sent with the token of the user who logs out.
  expect(asked).toEqual(['/api/user/logout', 'mine'])
})
