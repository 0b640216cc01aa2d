import { showToast } from './toast.ts'
import { uiTexts } from './ui-texts.ts'

/** Whether this is WeChat's own browser, which saves no files and opens few kinds of them. */
export const isWeChat = (userAgent = globalThis.navigator?.userAgent ?? ''): boolean =>
  /MicroMessenger/i.test(userAgent)

/**
 * Handles a press on a download link: WeChat would do nothing at all, so a message says how to continue in a browser.
 */
export const explainDownload = (event: { preventDefault: () => void }): void => {
  if (!isWeChat()) return
  event.preventDefault()
  showToast(uiTexts().openInBrowser, 'info')
}
