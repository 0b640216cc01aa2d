import { pageTitle } from '@tongchuang/ui/page-title.ts'
import { useStore } from '@tongchuang/ui/store.ts'
import { useArrival as useArrivalAt } from '@tongchuang/ui/use-arrival.ts'
import { useLocation, useMatches } from 'react-router'
import { useTexts } from '../locales/texts.ts'
import type { Row } from './table.ts'

/**
 * Announces each page by the title it gave itself, else by that of its row. A page that corrects its address
 * navigates with `state: { quiet: true }`.
 */
export const useArrival = (siteName: string): string => {
  const { pathname, state } = useLocation()
  const texts = useTexts()
  const own = useStore(pageTitle)
  const meta = useMatches().at(-1)?.handle as Row['meta'] | undefined
  const browserPath = typeof window === 'undefined' ? '' : window.location.pathname
  const title = own?.path === browserPath ? own.title : meta ? texts.shell.titles[meta.locale] : ''
  return useArrivalAt({ title, siteName, pathname, quiet: (state as { quiet?: boolean } | null)?.quiet === true })
}
