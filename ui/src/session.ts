import { sessionBegins } from './session-end.ts'

/** Where a site keeps its token. */
export type Session = {
  /**
   * The token that goes into the header, or null for an anonymous visitor. It is the one this page began with, or that was
   * begun on it: never that of somebody who logged in on another page since.
   */
  token: () => string | null
  /** Another session stands where the one of this page was. */
  isTaken: () => boolean
  /** A token is there but its cookie of one day is not: the session counts as expired (specification section 4). */
  isExpired: () => boolean
  begin: (token: string) => void
  end: () => void
}

type Places = { storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>; cookies: { cookie: string } }

/** One day, in seconds: specification section 9. */
const cookieSeconds = 86_400

/**
 * A session under a key of local storage and, where `cookie` says so, in a cookie of the same name beside it. All pages of a
 * browser share the place; each keeps in mind whose it is, and nothing leaves it under another name.
 */
export const createSession = (
  key: string,
  cookie: boolean,
  places: () => Places = () => ({ storage: localStorage, cookies: document }),
): Session => {
  // Whom this page speaks for; empty once it has spoken for somebody and does no more.
  let own: string | null = null
  // What a full device has no room for lasts as long as this page: nobody is kept from logging in by what others have left there.
  let unkept: string | null = null
  const stored = () => places().storage.getItem(key) || unkept
  const token = () => {
    const there = stored()
    own ??= there
    return there === own ? there : null
  }
  const hasCookie = () =>
    places()
      .cookies.cookie.split(';')
      .some((pair) => pair.trim().startsWith(`${key}=`) && pair.trim().length > key.length + 1)
  const writeCookie = (value: string, seconds: number) => {
    places().cookies.cookie = `${key}=${encodeURIComponent(value)}; max-age=${seconds}; path=/; SameSite=Lax`
  }
  return {
    token,
    isTaken: () => Boolean(own && stored()) && token() === null,
    isExpired: () => cookie && token() !== null && !hasCookie(),
    begin: (value) => {
      sessionBegins()
      own = value
      unkept = null
      try {
        places().storage.setItem(key, value)
      } catch {
        places().storage.removeItem(key)
        unkept = value
      }
      if (cookie) writeCookie(value, cookieSeconds)
    },
    end: () => {
      // What another page has begun is not this one's to end.
      const isOthers = stored() !== null && token() === null
      own = ''
      if (isOthers) return
      unkept = null
      places().storage.removeItem(key)
      if (cookie) writeCookie('', 0)
    },
  }
}

/** Where the token of the admin site is kept; the student site of the same browser has its own. */
export const adminKey = 'admin_token'

/** The session of the admin site. Without a cookie: the server alone says when it is over. */
export const adminSession = createSession(adminKey, false)

/** The session of the student site. */
export const studentSession = createSession('token', true)

/** What the pages before the log-in get from the frame around them (as the outlet's context). */
export type AuthContext = {
  /** Begins the session and goes where the person was going. */
  loggedIn: (token: string) => Promise<void>
}
