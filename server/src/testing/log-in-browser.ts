import type { Envelope } from '@tongchuang/contract/sender.ts'
import type { School } from './test-app.ts'
import { otherBrowser, type OtherBrowser } from './other-browser.ts'

type Answer = Envelope & { data: Record<string, unknown> & { reason?: string } }

/** One browser at a school's log-in pages and at those of other servers. */
export type LogInBrowser = {
  /** Makes a call as the page does: with the cookie of this browser. */
  call: (path: string, input?: object, token?: string) => Promise<Answer>
  /** Chooses a provider, logs in there and comes back: returns the address of the page, with the code. */
  through: (provider_id: number, more?: { door?: 'student' | 'admin'; redirect?: string }) => Promise<string>
  /** From the address of a provider's log-in page back to a page of this site. */
  goThere: (url: string) => Promise<string>
  /** Opens an address of this site to which a provider redirects; returns the page it redirects to. */
  comeBack: (url: string) => Promise<string>
  other: OtherBrowser
}

/** The code a page was opened with. */
export const entryOf = (page: string): string => new URL(page).hash.replace('#entry=', '')

/** A browser that has never been here. */
export const logInBrowser = (school: School, home: string): LogInBrowser => {
  let cookie = ''
  const other = otherBrowser()
  const call: LogInBrowser['call'] = async (path, input, token) => {
    const answer = await school.inject({
      method: input ? 'POST' : 'GET',
      url: path,
      headers: { ...(cookie && { cookie }), ...(token && { token }) },
      ...(input && { payload: input }),
    })
    const set = answer.headers['set-cookie']
    if (set) cookie = String(set).split(';')[0]!
    return answer.json<Answer>()
  }
  const comeBack: LogInBrowser['comeBack'] = async (url) => {
    const answer = await school.inject(url.slice(home.length))
    return String(answer.headers.location)
  }
  const goThere: LogInBrowser['goThere'] = async (url) => comeBack(await other.follow(url, home))
  return {
    call,
    other,
    comeBack,
    goThere,
    through: async (provider_id, { door = 'student', ...more } = {}) => {
      const begun = await call('/api/user/provider_begin', { provider_id, door, ...more })
      if (typeof begun.data.url !== 'string') throw new Error(`not begun: ${begun.msg}`)
      return goThere(begun.data.url)
    },
  }
}
