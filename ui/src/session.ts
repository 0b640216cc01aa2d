import { sessionBegins } from './session-end.ts'

/** The session of a site: its token and where it is stored. */
export type Session = {
  /**
   * The token that goes into the header, or null for an anonymous visitor. It belongs to the session the page was
   * opened with or that was begun on it: never to somebody who has since logged in on another page.
   */
  token: () => string | null
  /** Whether another session has replaced the one of this page. */
  isTaken: () => boolean
  /** Whether the token exists without its one-day cookie: the session counts as expired (specification section 4). */
  isExpired: () => boolean
  begin: (token: string) => void
  end: () => void
}

type Places = { storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>; cookies: { cookie: string } }

/** One day, in seconds: specification section 9. */
const cookieSeconds = 86_400

/**
 * Creates a session stored under a key of local storage and, if `cookie` is set, also in a cookie of the same name. All
 * pages of a browser share the storage; each remembers its own session and sends nothing under another.
 */
export const createSession = (
  key: string,
  cookie: boolean,
  places: () => Places = () => ({
    // A browser that blocks storage throws on mere access.
    get storage() {
      return localStorage
    },
    cookies: document,
  }),
): Session => {
  // The token this page acts with; empty after its session has ended, and then nothing is sent any more.
  let own: string | null = null
  // A token that a full device or a browser that blocks storage does not keep lasts as long as this page, so that
  // neither keeps anybody from logging in.
  let unkept: string | null = null
  const stored = () => {
    try {
      return places().storage.getItem(key) || unkept
    } catch {
      return unkept
    }
  }
  const forget = () => {
    try {
      places().storage.removeItem(key)
    } catch {
      // Blocked: nothing is stored.
    }
  }
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
    // A token of this page alone is no older than the page; where nothing is stored, a cookie is not either.
    isExpired: () => cookie && token() !== null && unkept === null && !hasCookie(),
    begin: (value) => {
      sessionBegins()
      own = value
      unkept = null
      try {
        places().storage.setItem(key, value)
      } catch {
        forget()
        unkept = value
      }
      if (cookie) writeCookie(value, cookieSeconds)
    },
    end: () => {
      // A session begun on another page must not be ended by this one.
      const isOthers = stored() !== null && token() === null
      own = ''
      if (isOthers) return
      unkept = null
      forget()
      if (cookie) writeCookie('', 0)
    },
  }
}

/** The storage key of the admin site's token; the student site of the same browser has its own. */
export const adminKey = 'admin_token'

/** The session of the admin site. Without a cookie: the server alone says when it is over. */
export const adminSession = createSession(adminKey, false)

/** The session of the student site. */
export const studentSession = createSession('token', true)

/** The outlet context that the frame gives to the pages before the log-in. */
export type AuthContext = {
  /** Begins the session and opens the page that the person wanted. */
  loggedIn: (token: string) => Promise<void>
}
