import { aUser } from '../accounts/factory.ts'
import { fieldOf } from '../fields.ts'
import { entryOf, type LogInBrowser } from './log-in-browser.ts'
import type { OidcServer } from './oidc-server.ts'
import type { School } from './test-app.ts'
import { aProvider, type GivenProvider } from '../providers/factory.ts'

type Fixture = { school: School; remote: OidcServer; browser: LogInBrowser }

/** Helpers for people who log in through the school’s provider, and for reading the answers. */
export const logInPeople = (at: () => Fixture) => {
  const provide = (given: Partial<GivenProvider> = {}) =>
    aProvider(at().school.app.db, at().school.app.config.secret, {
      kind: 'oidc',
      address: at().remote.issuer,
      client_id: at().remote.client.client_id,
      secret: at().remote.client.client_secret,
      number_claim: 'student_no',
      ...given,
    })
  const aStudent = (given: Parameters<typeof aUser>[1] = {}) =>
    aUser(at().school.app.db, { username: '2026010301', student_no: '2026010301', ...given })
  const enter = async (page: string, path = '/api/user/provider_enter') =>
    at().browser.call(path, { code: entryOf(page) })
  const userOf = (answer: Awaited<ReturnType<typeof enter>>) =>
    fieldOf(answer.data.userinfo, 'id') ?? answer.data.reason
  const tokenOf = (answer: Awaited<ReturnType<typeof enter>>) => String(fieldOf(answer.data.userinfo, 'token'))
  return { provide, aStudent, enter, userOf, tokenOf }
}
