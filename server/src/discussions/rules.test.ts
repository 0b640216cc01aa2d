import { expect, test } from 'vitest'
import { badgeOf, closedFor, countChanges, earns, isWaiting, mayEdit, maySee, movesLedger } from './rules.ts'

const shown = { deleted_at: null, hidden_at: null, held_at: null }
const hidden = { ...shown, hidden_at: 1 }
const deleted = { ...shown, deleted_at: 1 }

test('a post of ten letters earns; white space around it is none', () => {
  expect([earns('一二三四五六七八九十'), earns('  一二三四五六七八九  '), earns('😀'.repeat(10))]).toEqual([
    true,
    false,
    true,
  ])
})

test('what is shown or hidden moves the counts of its question and task', () => {
  const root = { ...shown, reply_count: 3 }
  const change = (isReply: boolean, before: typeof shown | object, after: object, above: object = root) =>
    countChanges({ root: above as never, isReply, before: before as never, after: after as never })
  expect(change(true, shown, deleted)).toEqual({ replies: -1, posts: -1 })
  expect(change(true, hidden, shown)).toEqual({ replies: 1, posts: 1 })
  expect(change(true, shown, deleted, { ...hidden, reply_count: 3 })).toEqual({ replies: -1, posts: 0 })
  expect(change(true, deleted, { ...deleted, hidden_at: 1 })).toEqual({ replies: 0, posts: 0 })
  expect(change(false, shown, deleted)).toEqual({ replies: 0, posts: -1 })
  expect(change(false, shown, hidden)).toEqual({ replies: 0, posts: -4 })
  expect(change(false, { ...deleted, hidden_at: 1 }, deleted)).toEqual({ replies: 0, posts: 3 })
})

test('a discussion is read only in an archived guild, when locked, and before its task opens', () => {
  const open = { guild_status: 'active', discussion_locked_at: null, isScheduled: false } as const
  expect(closedFor(open)).toBeNull()
  expect(closedFor({ ...open, guild_status: 'archived' })).toBe('archived')
  expect(closedFor({ ...open, discussion_locked_at: 5 })).toBe('locked')
  expect(closedFor({ ...open, isScheduled: true })).toBe('not_open')
})

test('the author of an anonymous question has no badge on replies below it', () => {
  expect(badgeOf({ role: 'student', user_id: 1 }, { user_id: 1, anonymous: false })).toBe('author')
  expect(badgeOf({ role: 'student', user_id: 1 }, { user_id: 1, anonymous: true })).toBeNull()
  expect(badgeOf({ role: 'admin', user_id: 1 }, null)).toBe('teacher')
})

test('a post is changed for 15 minutes to the millisecond', () => {
  const post = { created_at: 0, deleted_at: null }
  expect([mayEdit(post, 900_000), mayEdit(post, 900_001), mayEdit({ ...post, deleted_at: 1 }, 1)]).toEqual([
    true,
    false,
    false,
  ])
})

test('only a student’s post with a name moves the ledger', () => {
  const posts = [
    { role: 'student', anonymous: false },
    { role: 'student', anonymous: true },
    { role: 'assistant', anonymous: false },
  ]
  expect(posts.map(movesLedger)).toEqual([true, false, false])
})

test('before their own first post a student is shown what staff wrote, and no classmate’s words', () => {
  const see = (role: string, sees: 'all' | 'own', user_id = 1) => maySee({ role, user_id }, { user_id: 2, sees })
  expect([see('student', 'own'), see('student', 'all'), see('teacher', 'own'), see('student', 'own', 2)]).toEqual([
    false,
    true,
    true,
    true,
  ])
})

test('a student’s question waits while it is shown and nobody has replied', () => {
  const question = { ...shown, role: 'student', reply_count: 0 }
  const others = [{ role: 'teacher' }, { reply_count: 1 }, deleted, hidden, { held_at: 1 }]
  expect([question, ...others.map((one) => ({ ...question, ...one }))].map(isWaiting)).toEqual([
    true,
    false,
    false,
    false,
    false,
    false,
  ])
})
