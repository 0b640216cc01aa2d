import type { accounts } from '@tongchuang/contract/accounts.ts'
import type { Output } from '@tongchuang/contract/call.ts'
import { createContext, useContext } from 'react'

export type Site = Output<typeof accounts.site>

/** The read of it, for the places that wait for it: a failure is shown there, and asked again. */
export type SiteRead = { data: Site | undefined; error: unknown; refetch: () => unknown }

export const SiteContext = createContext<SiteRead>({ data: undefined, error: null, refetch: () => undefined })
export const useSiteRead = (): SiteRead => useContext(SiteContext)

/** What the server said about this site; null until it has. */
export const useSite = (): Site | null => useSiteRead().data ?? null

/** The path everything begins with when the site lives behind a prefix: '' or, for example, '/xuehui'. */
export const basePath = (): string => {
  const content =
    typeof document === 'undefined' ? '' : document.querySelector('meta[name="base-path"]')?.getAttribute('content')
  return (content ?? '').replace(/(?<!\/)\/+$/, '')
}
