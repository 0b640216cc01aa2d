import { accounts } from '@tongchuang/contract/accounts.ts'
import { forbidSilent } from '@tongchuang/ui/no-silent-log-in.ts'
import { sendQuietly } from '@tongchuang/ui/send.ts'
import { flushEditors, forgetRelogin, untilHeard } from '@tongchuang/ui/session-end.ts'
import { studentSession } from '@tongchuang/ui/session.ts'
import { forgetServerMenu } from './server-menu.ts'
import { forgetTabs } from './tabs-store.ts'

/** Forgets the session on this device. Data read with it is dropped when the layout showing it is unmounted. */
export const forgetSession = async (): Promise<void> => {
  await flushEditors()
  studentSession.end()
  forgetRelogin()
  forgetServerMenu()
  forgetTabs()
}

/** Logs out; the device forgets the session even when the server cannot be reached (specification section 4). */
export const logOut = async (): Promise<void> => {
  forbidSilent()
  await flushEditors()
  await untilHeard(sendQuietly(accounts.logout))
  await forgetSession()
}
