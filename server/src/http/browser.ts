import { randomBytes } from 'node:crypto'

const form = /(?:^|;\s*)browser=([\w-]{22})(?:;|$)/
const year = 365 * 24 * 3600

/** The random name of the browser a request comes from, with the cookie to set where it has none yet. */
export const browserOf = (
  cookies: string | undefined,
  secure: boolean,
  path: string,
): { browser: string; cookie: string | null } => {
  const known = form.exec(cookies ?? '')?.[1]
  if (known) return { browser: known, cookie: null }
  const browser = randomBytes(16).toString('base64url')
  return {
    browser,
    cookie: `browser=${browser}; Path=${path}/api; Max-Age=${year}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`,
  }
}
