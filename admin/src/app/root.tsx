import { useLanguage } from '@tongchuang/ui/language.ts'
import { lazyPart } from '@tongchuang/ui/lazy-part.tsx'
import { pageTitle } from '@tongchuang/ui/page-title.ts'
import { endProgress, startProgress } from '@tongchuang/ui/progress-bar.ts'
import { askAgain, sessionDialog } from '@tongchuang/ui/session-end.ts'
import { adminSession } from '@tongchuang/ui/session.ts'
import { SiteContext } from '@tongchuang/ui/site.ts'
import { SkeletonList } from '@tongchuang/ui/skeleton.tsx'
import { useStore } from '@tongchuang/ui/store.ts'
import { hideErrors, sayAgain } from '@tongchuang/ui/toast.ts'
import { Toaster } from '@tongchuang/ui/toaster.tsx'
import { useArrival } from '@tongchuang/ui/use-arrival.ts'
import { useKeptFocus } from '@tongchuang/ui/use-kept-focus.ts'
import { Suspense, useEffect, useLayoutEffect } from 'react'
import { Outlet, ScrollRestoration, useLocation, useMatches, useNavigate, useNavigation } from 'react-router'
import { useTexts } from '../locales/texts.ts'
import type { StaffAuthContext } from './auth-context.ts'
import { afterLogin } from './enter.ts'
import styles from './root.module.css'
import { logOut } from './session.ts'
import { loadSite, reloadSite, site } from './site.ts'
import { metaOf } from './table.ts'
import { handedOver, setupKey } from './ticket.ts'

const SessionDialog = lazyPart(() => import('@tongchuang/ui/session-dialog.tsx').then((module) => module.SessionDialog))

/**
 * Shown until the first page has loaded: the space of the menu, so that nothing moves later, and after a moment a sign
 * of loading.
 */
export const RootFallback = () => (
  <div className={styles.booting}>
    <div className={styles.boot} />
    <div className={styles.coming}>
      <SkeletonList count={6} height={48} />
    </div>
  </div>
)

/** The frame of every page: progress of navigation, titles, messages, and the dialog about an ended session. */
export const Root = () => {
  useKeptFocus()
  const navigation = useNavigation()
  const navigate = useNavigate()
  const { pathname, state } = useLocation()
  const { shell } = useTexts()
  const language = useLanguage()
  const about = useStore(site)
  const sessionEnded = useStore(sessionDialog)
  const ticket = useStore(handedOver)
  const own = useStore(pageTitle)
  const meta = metaOf(useMatches().at(-1)?.handle)
  const title = own?.path === window.location.pathname ? own.title : meta ? shell.titles[meta.title] : ''
  const announced = useArrival({
    title,
    siteName: shell.siteTitle(about?.site_name ?? shell.siteName),
    pathname,
    quiet: (state as { quiet?: boolean } | null)?.quiet === true,
  })
  const moving = navigation.state !== 'idle'

  useEffect(() => {
    void loadSite()
    if (moving) {
      startProgress()
      sayAgain()
      askAgain()
    } else endProgress()
  }, [moving])

  // A layout effect, because styles that depend on the language would move the page after it is painted.
  useLayoutEffect(() => {
    document.documentElement.lang = language
  }, [language])

  const auth: StaffAuthContext = {
    ticket,
    setupKey: setupKey.get(),
    forgetTicket: () => handedOver.set(null),
    loggedIn: async (token) => {
      const { queryClient } = await import('./me.ts')
      const target = afterLogin(location.search)
      handedOver.set(null)
      queryClient.clear()
      adminSession.begin(token)
      hideErrors()
      // A school that was just set up has a new name.
      void reloadSite()
      await navigate(target, { replace: true })
    },
  }

  return (
    <SiteContext value={{ data: about ?? undefined, error: null, refetch: reloadSite }}>
      <Outlet context={auth} />
      <ScrollRestoration />
      <Toaster />
      <Suspense>
        {sessionEnded && (
          <SessionDialog
            onRelogin={async () => {
              await logOut()
              location.reload()
            }}
          />
        )}
      </Suspense>
      <div className="vh" aria-live="polite">
        {announced}
      </div>
    </SiteContext>
  )
}
