import { roleNames } from '@tongchuang/contract/accounts.ts'
import type { RoleKey } from '@tongchuang/contract/accounts.ts'
import { adminMount, adminPages } from '@tongchuang/contract/paths.ts'
import { keysOf } from '@tongchuang/contract/records.ts'
import { createStore } from '@tongchuang/ui/store.ts'

/**
 * The ticket that the student site hands over: it opens one session and is valid for a minute. The role is used only in
 * the greeting.
 */
export type HandedOver = { ticket: string; role: RoleKey | null }

/** The ticket this page was opened with, until it is used. */
export const handedOver = createStore<HandedOver | null>(null)

const roleOf = (name: string | null): RoleKey | null =>
  keysOf(roleNames).find((key) => roleNames[key] === name || key === name) ?? null

/** Reads a ticket out of an address; null where there is none. */
export const ticketIn = (search: string): HandedOver | null => {
  const query = new URLSearchParams(search)
  const ticket = query.get('token')
  return ticket ? { ticket, role: roleOf(query.get('role')) } : null
}

/**
 * The one-time key of the set-up link this page was opened with, taken from the part after #, which is never sent to a
 * server.
 */
export const setupKey = createStore<string | null>(null)

/**
 * Takes the ticket, or the key of the set-up link, out of the address bar and the history, before any request is made.
 */
export const takeTicket = (): void => {
  if (location.pathname.endsWith(adminMount + adminPages.setup)) {
    setupKey.set(new URLSearchParams(location.hash.slice(1)).get('k'))
    history.replaceState(null, '', location.pathname)
    return
  }
  const found = location.pathname.endsWith(adminMount + adminPages.login) ? ticketIn(location.search) : null
  if (!found) return
  history.replaceState(null, '', location.pathname)
  handedOver.set(found)
}
