import { useLanguage } from '@tongchuang/ui/language.ts'
import { lazyPart } from '@tongchuang/ui/lazy-part.tsx'
import { endProgress, startProgress } from '@tongchuang/ui/progress-bar.ts'
import { askAgain, sessionDialog } from '@tongchuang/ui/session-end.ts'
import type { AuthContext } from '@tongchuang/ui/session.ts'
import { studentSession } from '@tongchuang/ui/session.ts'
import { SiteContext } from '@tongchuang/ui/site.ts'
import { useStore } from '@tongchuang/ui/store.ts'
import { hideErrors, sayAgain } from '@tongchuang/ui/toast.ts'
import { Toaster } from '@tongchuang/ui/toaster.tsx'
import { useKeptFocus } from '@tongchuang/ui/use-kept-focus.ts'
import { Suspense, useEffect, useLayoutEffect } from 'react'
import { Outlet, ScrollRestoration, useNavigate, useNavigation } from 'react-router'
import { useTexts } from '../locales/texts.ts'
import styles from './root.module.css'
import { afterLogin } from './enter.ts'
import { logOut } from './session.ts'
import { loadSite, useSiteLoaded } from './site.ts'
import { useArrival } from './use-arrival.ts'

const SessionDialog = lazyPart(() => import('@tongchuang/ui/session-dialog.tsx').then((module) => module.SessionDialog))

/** Shown until the first page has loaded: reserves the space of the navigation bar, so that nothing jumps. */
export const RootFallback = () => <div className={styles.boot} />

/** The frame of every page: progress, titles, messages, the dialog about an ended session. */
export const Root = () => {
  useKeptFocus()
  const navigation = useNavigation()
  const read = useSiteLoaded()
  const sessionEnded = useStore(sessionDialog)
  const texts = useTexts()
  const language = useLanguage()
  const announced = useArrival(read.data?.site_name ?? texts.shell.siteName)
  const navigate = useNavigate()
  const loggedIn = async (token: string) => {
    const target = afterLogin(location.search)
    studentSession.begin(token)
    hideErrors()
    await navigate(target, { replace: true })
  }
  const moving = navigation.state !== 'idle'

  useEffect(() => {
    void loadSite()
    if (moving) {
      startProgress()
      sayAgain()
      askAgain()
    } else endProgress()
  }, [moving])

  useEffect(() => {
    const ask = () => void loadSite()
    addEventListener('online', ask)
    return () => removeEventListener('online', ask)
  }, [])

  // Before it is painted: styles of a language would move what is drawn.
  useLayoutEffect(() => {
    document.documentElement.lang = language
  }, [language])

  return (
    <SiteContext value={read}>
      <Outlet context={{ loggedIn } satisfies AuthContext} />
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
