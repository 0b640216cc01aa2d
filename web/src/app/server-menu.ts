import { accounts } from '@tongchuang/contract/accounts.ts'
import { sendQuietly } from '@tongchuang/ui/send.ts'
import { createStore } from '@tongchuang/ui/store.ts'
import { replaceToast } from '@tongchuang/ui/toast.ts'
import { currentTexts, loadTexts } from '../locales/texts.ts'
import type { ServerMenu } from './menu.ts'

/** Three words in one place: each takes the place of the one before. */
const notice = 'menuNotice'

/** The menu the server has sent; null: not asked, or it could not be had, and the site's own menu stands. */
export const serverMenu = createStore<ServerMenu | null>(null)
let hasFailed = false

/** Asks the server for the menu. Resolves to whether it is there. */
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

/** With the session its menu goes. */
export const forgetServerMenu = (): void => {
  serverMenu.set(null)
  hasFailed = false
}
