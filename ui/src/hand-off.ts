import { accounts } from '@tongchuang/contract/accounts.ts'
import type { RoleKey } from '@tongchuang/contract/accounts.ts'
import { send } from './send.ts'
import { flushEditors } from './session-end.ts'

/** The address of the admin site's log-in with the ticket and the role in its query (specification section 4). */
export const handOffAddress = (url: string, ticket: string, role: string, here: string): string => {
  const address = new URL(url, here)
  address.searchParams.set('token', ticket)
  address.searchParams.set('role', role)
  return address.href
}

/** Hands a person over to the admin site in another role: the ticket works once, for a minute. */
export const openAdminSite = async (role: { key: RoleKey; name: string }): Promise<void> => {
  const { ticket, url } = await send(accounts.roleTicket, { role: role.key })
  await flushEditors()
  location.assign(handOffAddress(url, ticket, role.name, location.href))
}
