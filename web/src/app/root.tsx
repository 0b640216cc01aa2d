import { useLanguage } from '@tongchuang/ui/language.ts'
import { endProgress, startProgress } from '@tongchuang/ui/progress-bar.ts'
import { SessionDialog } from '@tongchuang/ui/session-dialog.tsx'
import type { DoorContext } from '@tongchuang/ui/session.ts'
import { studentSession } from '@tongchuang/ui/session.ts'
import { SiteContext } from '@tongchuang/ui/site.ts'
import { Toaster } from '@tongchuang/ui/toaster.tsx'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Outlet, ScrollRestoration, useNavigate, useNavigation } from 'react-router'
import { useTexts } from '../locales/texts.ts'
import styles from './root.module.css'
import { afterLogin } from './enter.ts'
import { forgetSession, logOut, siteQuery } from './session.ts'
import { useArrival } from './use-arrival.ts'

/** What is drawn until the first page has come: the place of the navigation bar, so that nothing jumps. */
export const RootFallback = () => <div className={styles.boot} />

/** The frame of every page: progress, titles, messages, the dialog about an ended session. */
export const Root = () => {
  const navigation = useNavigation()
  const { data: site } = useQuery(siteQuery)
  const texts = useTexts()
  const language = useLanguage()
  const announced = useArrival(site?.site_name ?? texts.shell.siteName)
  const navigate = useNavigate()
  const loggedIn = async (token: string) => {
    const target = afterLogin(location.search)
    await forgetSession()
    studentSession.begin(token)
    await navigate(target, { replace: true })
  }
  const moving = navigation.state !== 'idle'

  useEffect(() => {
    if (moving) startProgress()
    else endProgress()
  }, [moving])

  useEffect(() => {
    document.documentElement.lang = language
  }, [language])

  return (
    <SiteContext value={site ?? null}>
      <Outlet context={{ loggedIn } satisfies DoorContext} />
      <ScrollRestoration />
      <Toaster />
      <SessionDialog
        onRelogin={async () => {
          await logOut()
          location.reload()
        }}
      />
      <div className="vh" aria-live="polite">
        {announced}
      </div>
    </SiteContext>
  )
}
