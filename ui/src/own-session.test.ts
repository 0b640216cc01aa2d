import { CallFailed } from '@tongchuang/contract/sender.ts'
import { accounts } from '@tongchuang/contract/accounts.ts'
import { beforeEach, expect, test } from 'vitest'
import { ownSession, SessionOver } from './own-session.ts'
import { connect } from './send.ts'

let token: string | null = null
let sent: (string | null)[] = []
const session = { token: () => token }

beforeEach(() => {
  token = 'first'
  sent = []
  connect(async () => {
    sent.push(token)
    return { code: 1, msg: '', time: 0, data: null }
  })
})

test('what one person has written is sent in their session, never as nobody and never as who logs in later', async () => {
  const own = ownSession(session)
  await own.send(accounts.logout)
  expect([own.isOver(), own.token()]).toEqual([false, 'first'])
  for (token of [null, 'second']) {
    await expect(own.send(accounts.logout)).rejects.toThrow(SessionOver)
    expect(() => own.token()).toThrow(SessionOver)
    expect(own.isOver()).toBe(true)
  }
  expect(sent).toEqual(['first'])
  // The current user’s session sends its own token.
  await ownSession(session).send(accounts.logout)
  expect(sent).toEqual(['first', 'second'])
})

test('what failed is tried again in the same session, unless the answer to it stays the same', () => {
  const own = ownSession(session)
  const refused = (reason: string, code = 0) => new CallFailed({ code, msg: '', time: 0, data: { reason } })
  expect([new Error('offline'), refused('BUSY'), refused('LOCKED_REVIEW')].map(own.triesAgain)).toEqual([
    true,
    true,
    true,
  ])
  expect([refused('NOT_FOUND'), refused('OWN_WORK'), refused('SESSION', 50008)].map(own.triesAgain)).toEqual([
    false,
    false,
    false,
  ])
  token = 'second'
  expect(own.triesAgain(new Error('offline'))).toBe(false)
})
