// @vitest-environment happy-dom
import { connect } from '@tongchuang/ui/send.ts'
import { adminSession } from '@tongchuang/ui/session.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { logOut } from './session.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('a teacher who logs out over a line that hangs is logged out on this machine within two seconds', async () => {
  adminSession.begin('mine')
  const asked: unknown[] = []
  connect(async ({ path }) => {
    asked.push(path, adminSession.token())
    return new Promise(() => undefined)
  })
  const leaving = logOut()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(adminSession.token()).toBeNull()
  await leaving
  // The log-out request still reaches the server, sent with the token of the user who logs out.
  expect(asked).toEqual(['/api/admin/logout', 'mine'])
})
