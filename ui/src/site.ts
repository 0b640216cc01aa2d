import type { accounts } from '@tongchuang/contract/accounts.ts'
import type { Output } from '@tongchuang/contract/call.ts'
import { createContext, useContext } from 'react'

export type Site = Output<typeof accounts.site>

/** What the server said about this site; null until it has. */
export const SiteContext = createContext<Site | null>(null)
export const useSite = (): Site | null => useContext(SiteContext)

/** The path everything begins with when the site lives behind a prefix: '' or, for example, '/xuehui'. */
export const basePath = (): string => {
  const content =
    typeof document === 'undefined' ? '' : document.querySelector('meta[name="base-path"]')?.getAttribute('content')
  return (content ?? '').replace(/(?<!\/)\/+$/, '')
}
