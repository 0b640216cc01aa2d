import { showToast } from './toast.ts'
import { uiTexts } from './ui-texts.ts'

/** Puts a text on the clipboard; throws where the browser allows neither way. */
export const copyText = async (text: string): Promise<void> => {
  // The newer way exists on https only, and a school may be on plain http.
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  const put = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
  }
  document.addEventListener('copy', put, { once: true })
  const done = document.execCommand('copy')
  document.removeEventListener('copy', put)
  if (!done) throw new Error('the browser does not copy')
}

/** Copies a text and reports the outcome; `copied` is shown only if copying succeeded. */
export const copyAndTell = (text: string, copied = uiTexts().copied): Promise<unknown> =>
  copyText(text).then(
    () => showToast(copied, 'success'),
    () => showToast(uiTexts().notCopied, 'warning'),
  )
