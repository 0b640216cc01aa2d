import { afterEach, beforeEach, expect, test } from 'vitest'
import { samplePassword as password } from '../sample-password.ts'
import { allowances } from '../http/rate-limit.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { aUser } from './factory.ts'

let school: School
beforeEach(async () => {
  school = await testApp({ limits: true })
})
afterEach(() => school.close())

type Asked = { username: string; password?: string; cookie?: string; site?: 'user' | 'admin' }

const logIn = ({ username, cookie, site = 'user', ...given }: Asked) =>
  school.inject({
    method: 'POST',
    url: `/api/${site}/login`,
    payload: { username, password: given.password ?? password },
    headers: cookie === undefined ? {} : { cookie },
  })
/** The outcome of a log-in. */
const came = async (asked: Asked): Promise<string> => {
  const answer = (await logIn(asked)).json<{ code: number; data: { reason?: string } }>()
  return answer.code === 1 ? 'in' : String(answer.data.reason)
}
/** Logs in for the first time; answers the cookie of the browser from then on. */
const browserOf = async (asked: Asked) => String((await logIn(asked)).headers['set-cookie']).split(';')[0] ?? ''

test.each([
  ['a student', 'user', 'student'],
  ['a teacher', 'admin', 'teacher'],
] as const)(
  '%s can log in from a known browser, however many passwords somebody tries at the school’s address',
  async (_, site, role) => {
    const { db } = school.app
    const [known, stranger] = [await aUser(db, { roles: [role] }), await aUser(db, { roles: [role] })]
    const cookie = await browserOf({ username: known.username, site })
    for (let at = 0; at < allowances.login.address; at += 1)
      await logIn({ username: `nobody${at}`, password: 'a guess' })
    expect(await came({ username: 'nobody', password: 'a guess' })).toBe('TOO_FAST')
    expect(await came({ username: known.username, site, cookie })).toBe('in')
    // The cookie counts for that account only, and an invented cookie counts for none.
    expect(await came({ username: stranger.username, site, cookie })).toBe('TOO_FAST')
    expect(await came({ username: known.username, site, cookie: `browser=${'x'.repeat(22)}` })).toBe('TOO_FAST')
  },
)

test('a known browser can try no more passwords a minute than others', async () => {
  const { username } = await aUser(school.app.db)
  const cookie = await browserOf({ username })
  const tries: string[] = []
  for (let at = 0; at < allowances.login.person + 5; at += 1) tries.push(await came({ username, cookie }))
  expect(tries.slice(0, allowances.login.person).every((one) => one === 'in')).toBe(true)
  expect(new Set(tries.slice(allowances.login.person))).toEqual(new Set(['TOO_FAST']))
})
