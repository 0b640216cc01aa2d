import { currentLanguage } from './language.ts'
import { lasting, toasts } from './toast.ts'

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
 * or a file is asked for by the browser itself, which can only send a cookie. Hardly anybody needs these words, so they
 * are loaded then.
 */
export const sayNoCookies = async (): Promise<void> => {
  if (keepsCookies()) return
  const { cookieTexts } = await import('./texts/cookies.ts')
  toasts.set([...toasts.get(), { id: lasting, kind: 'info', text: cookieTexts[currentLanguage()] }])
}
