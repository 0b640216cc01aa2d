import type { accounts } from '@tongchuang/contract/accounts.ts'
import type { Output } from '@tongchuang/contract/call.ts'
import { createContext, useContext } from 'react'

export type Site = Output<typeof accounts.site>

/** The query for the site's settings, for the parts that wait for it: they show a failure in place, with a retry. */
export type SiteRead = { data: Site | undefined; error: unknown; refetch: () => unknown }

export const SiteContext = createContext<SiteRead>({ data: undefined, error: null, refetch: () => undefined })
export const useSiteRead = (): SiteRead => useContext(SiteContext)

/** The settings of this site from the server; null until they are read. */
export const useSite = (): Site | null => useSiteRead().data ?? null

/** The prefix of every path if the site is served behind one: '' or, for example, '/xuehui'. */
export const basePath = (): string => {
  const content =
    typeof document === 'undefined' ? '' : document.querySelector('meta[name="base-path"]')?.getAttribute('content')
  return (content ?? '').replace(/(?<!\/)\/+$/, '')
}
