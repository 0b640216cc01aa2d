import { accounts } from '@tongchuang/contract/accounts.ts'
import { sendQuietly } from '@tongchuang/ui/send.ts'
import { createStore } from '@tongchuang/ui/store.ts'
import { replaceToast } from '@tongchuang/ui/toast.ts'
import { currentTexts, loadTexts } from '../locales/texts.ts'
import type { ServerMenu } from './menu.ts'

/** The id shared by three toasts, each of which replaces the one before. */
const notice = 'menuNotice'

/** The menu sent by the server; null: not requested, or the request failed and the site's own menu is used. */
export const serverMenu = createStore<ServerMenu | null>(null)
let hasFailed = false

/** Requests the server menu. Resolves to whether it is loaded. */
export const loadServerMenu = async (): Promise<boolean> => {
  await loadTexts('inside')
  const words = () => currentTexts()?.frame.menuNotice
  replaceToast(notice, words()?.loading ?? '', 'info')
  try {
    serverMenu.set(await sendQuietly(accounts.menu))
    hasFailed = false
    replaceToast(notice, words()?.success ?? '', 'success')
  } catch {
    hasFailed = true
    replaceToast(notice, words()?.error ?? '', 'error')
  }
  return !hasFailed
}

/** The same before a page is opened: once in a visit, whether it has succeeded or not. */
export const needServerMenu = async (): Promise<void> => {
  if (!serverMenu.get() && !hasFailed) await loadServerMenu()
}

/** Drops the menu when the session ends. */
export const forgetServerMenu = (): void => {
  serverMenu.set(null)
  hasFailed = false
}
