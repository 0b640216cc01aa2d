import { showToast } from './toast.ts'
import { uiTexts } from './ui-texts.ts'

/** WeChat's own browser: it keeps no files and opens few kinds of them. */
export const isWeChat = (userAgent = globalThis.navigator?.userAgent ?? ''): boolean =>
  /MicroMessenger/i.test(userAgent)

/** For a link that downloads: WeChat would do nothing at all, so it is told how to go on in a browser. */
export const explainDownload = (event: { preventDefault: () => void }): void => {
  if (!isWeChat()) return
  event.preventDefault()
  showToast(uiTexts().openInBrowser, 'info')
}
