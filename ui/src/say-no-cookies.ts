import { currentLanguage } from './language.ts'
import { cookieTexts } from './texts/cookies.ts'
import { keepToast } from './toast.ts'

const keepsCookies = (): boolean => {
  try {
    document.cookie = 'probe=1; max-age=9; SameSite=Lax'
    return document.cookie.includes('probe=1')
  } catch {
    return false
  }
}

/**
 * Says once for an opened site that its cookies are blocked. Logging in and writing work without them, but a picture
 * or a file is asked for by the browser itself, which can only send a cookie.
 */
export const sayNoCookies = (): void => {
  if (!keepsCookies()) keepToast(cookieTexts[currentLanguage()], 'info')
}
