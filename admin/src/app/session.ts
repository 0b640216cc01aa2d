import { accountsAdmin } from '@tongchuang/contract/accounts.admin.ts'
import { sendQuietly } from '@tongchuang/ui/send.ts'
import { flushEditors, forgetRelogin, untilHeard } from '@tongchuang/ui/session-end.ts'
import { adminKey, adminSession } from '@tongchuang/ui/session.ts'
import { basePath } from '@tongchuang/ui/site.ts'

/**
 * Pictures and downloads send no header, so the token is also kept in a cookie that is sent with calls only and grants
 * nothing by itself. Pages never read it.
 */
export const noteForFiles = (): void => {
  const token = adminSession.token()
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${adminKey}=${token ?? ''}; max-age=${token === null ? 0 : 86_400}; path=${basePath()}/api/; SameSite=Strict${secure}`
}

/** Forgets the session on this device. */
export const forgetSession = async (): Promise<void> => {
  await flushEditors()
  adminSession.end()
  forgetRelogin()
  noteForFiles()
}

/** Logs out; the device forgets the session even when the server cannot be reached. */
export const logOut = async (): Promise<void> => {
  await flushEditors()
  await untilHeard(sendQuietly(accountsAdmin.logout))
  await forgetSession()
}
