import type { RoleKey } from '@tongchuang/contract/accounts.ts'
import { call } from '@tongchuang/contract/call.ts'
import { fail } from '@tongchuang/contract/errors.ts'
import {
  boolean,
  fields,
  id,
  idOrZero,
  instant,
  line,
  list,
  literal,
  none,
  nullable,
  number,
  oneOf,
  optional,
  paging,
  record,
  string,
  text,
  union,
} from '@tongchuang/contract/schema.ts'
import type { Feature } from '../app.ts'
import { implement } from '../http/implement.ts'
import { hashToken, type Authenticate, type Session } from '../http/session.ts'
import type { School } from './test-app.ts'

const Note = fields({
  id: id(),
  title: string(),
  score: nullable(number()),
  tags: list(string()),
  answers: optional(record(string(), union([text(50), number()]))),
})
const Saved = fields({ kind: literal('draft'), version: number() })
const Sent = fields({ kind: literal('sent'), receipt: string(), version: number() })

/** A feature of the server's own tests: every shape of the vocabulary, no table. */
export const example = {
  hello: call({
    method: 'GET',
    path: '/api/example/hello',
    access: 'public',
    summary: 'Says who asks.',
    input: none(),
    output: fields({ user_id: nullable(id()), language: string() }),
    refusals: [],
  }),
  list: call({
    method: 'GET',
    path: '/api/example/list',
    access: 'student',
    summary: 'Echoes a query.',
    input: fields({
      guild_id: optional(union([idOrZero(), literal('')])),
      type: optional(oneOf('all', 'main', '1')),
      deep: optional(boolean()),
      ids: optional(list(id(), { maxItems: 3 })),
      keyword: optional(text(10)),
      ...paging,
    }),
    output: fields({ seen: string() }),
    refusals: [],
  }),
  save: call({
    method: 'POST',
    path: '/api/example/save',
    access: 'student',
    summary: 'Echoes a note.',
    input: fields({
      id: id(),
      title: line(20),
      body: optional(text(2000)),
      at: optional(instant()),
      files: optional(list(id(), { maxItems: 20 })),
      answers: optional(record(string({ maxLength: 20 }), union([text(50), number()]))),
    }),
    output: Note,
    refusals: ['NOT_FOUND'],
  }),
  accept: call({
    method: 'PUT',
    path: '/api/example/accept',
    access: 'student',
    summary: 'Takes an id.',
    input: fields({ id: id() }),
    output: fields({ id: id() }),
    refusals: ['STATE'],
  }),
  submit: call({
    method: 'POST',
    path: '/api/example/submit',
    access: 'session',
    summary: 'Answers one of two shapes.',
    input: fields({ draft: boolean() }),
    output: union([Saved, Sent]),
    refusals: [],
  }),
  fault: call({
    method: 'POST',
    path: '/api/example/fault',
    access: 'public',
    summary: 'Breaks.',
    input: none(),
    output: none(),
    refusals: [],
  }),
  login: call({
    method: 'POST',
    path: '/api/example/login',
    access: 'public',
    summary: 'Names the browser.',
    input: fields({ password: optional(text(10)) }),
    output: fields({ browser: string() }),
    refusals: [],
    limit: 'login',
  }),
  profile: call({
    method: 'POST',
    path: '/api/example/profile',
    access: 'session',
    summary: 'Open while the password is expired.',
    input: none(),
    output: none(),
    refusals: [],
    whilePasswordExpired: true,
  }),
}

/** The same for staff. */
export const exampleAdmin = {
  staff: call({
    method: 'GET',
    path: '/api/admin/example/staff',
    access: 'staff',
    summary: 'For staff.',
    input: none(),
    output: fields({ role: string() }),
    refusals: [],
  }),
  rule: call({
    method: 'POST',
    path: '/api/admin/example/rule',
    access: 'admin',
    summary: 'For the administrator.',
    input: none(),
    output: none(),
    refusals: [],
  }),
}

/** Registers the handlers of the example. */
export const exampleRoutes: Feature = (app) => {
  implement(app, example, {
    hello: (_input, caller) => ({ user_id: caller.user_id, language: caller.language }),
    list: (input) => ({ seen: JSON.stringify(input) }),
    save: ({ id, title, answers }) => {
      if (id === 404) throw fail('NOT_FOUND')
      const row = { id, title, score: null, tags: ['a'], ...(answers && { answers }), password_hash: 'must not leave' }
      return row
    },
    accept: ({ id }, caller) => {
      if (id === 9) throw fail('STATE', { state: 'passed', by: caller.user_id })
      return { id }
    },
    submit: ({ draft }) => {
      const hidden = { token_hash: 'must not leave' }
      return draft
        ? { ...hidden, kind: 'draft' as const, version: 1 }
        : { ...hidden, kind: 'sent' as const, receipt: 'r', version: 2 }
    },
    fault: () => {
      throw new Error('select password_hash from users')
    },
    login: (_input, caller) => ({ browser: caller.browser }),
    profile: () => ({}),
  })
  implement(app, exampleAdmin, { staff: (_input, caller) => ({ role: caller.roles.join(',') }), rule: () => ({}) })
}

/** Tokens long enough to be looked up. */
export const exampleToken = (name: string): string => `token-of-${name}`.padEnd(24, '-')

const sessions: Record<string, Partial<Session> & { roles: readonly RoleKey[] }> = {
  student: { roles: ['student'] },
  guest: { roles: ['teacher'] },
  expired: { roles: ['student'], expires_at: 1 },
  revoked: { roles: ['student'], ended_reason: 'logout' },
  elsewhere: { roles: ['student'], ended_reason: 'elsewhere' },
  disabled: { roles: ['student'], disabled: true },
  fresh: { roles: ['student'], must_change_password: true },
  teacher: { roles: ['teacher'], audience: 'admin' },
  admin: { roles: ['admin'], audience: 'admin' },
}

/** Posts an unmodified body to a call of the example as its student; returns the answer. */
export const postTo =
  (school: () => School) =>
  async (path: string, payload: string, headers: Record<string, string> = {}) => {
    const answer = await school().inject({
      method: 'POST',
      url: path,
      payload,
      headers: { 'content-type': 'application/json', token: exampleToken('student'), ...headers },
    })
    return {
      status: answer.statusCode,
      headers: answer.headers,
      ...answer.json<{ code: number; msg: string; time: number; data: Record<string, unknown> }>(),
    }
  }

/** Sessions without a table: `token-of-student`, `token-of-expired`, … */
export const exampleSessions: Authenticate = async (_db, tokenHash) => {
  const found = Object.entries(sessions).find(([name]) => hashToken(exampleToken(name)) === tokenHash)
  if (!found) return null
  return {
    session_id: 5,
    user_id: 7,
    audience: 'student',
    expires_at: Number.MAX_SAFE_INTEGER,
    ended_reason: null,
    provider_id: null,
    must_change_password: false,
    disabled: false,
    ...found[1],
  }
}
