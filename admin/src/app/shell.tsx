import { adminPages } from '@tongchuang/contract/paths.ts'
import { lazyPart } from '@tongchuang/ui/lazy-part.tsx'
import { Logo } from '@tongchuang/ui/logo.tsx'
import { MeContext } from '@tongchuang/ui/me.tsx'
import { OfflineBanner } from '@tongchuang/ui/offline-banner.tsx'
import { RoleContext } from '@tongchuang/ui/permission.tsx'
import { adminSession } from '@tongchuang/ui/session.ts'
import { SkeletonList } from '@tongchuang/ui/skeleton.tsx'
import { useSite } from '@tongchuang/ui/site.ts'
import { useMedia } from '@tongchuang/ui/use-media.ts'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { Suspense, useEffect } from 'react'
import { Link, Outlet, useMatches, useNavigate } from 'react-router'
import { useTexts } from '../locales/texts.ts'
import { meQuery, queryClient } from './me.ts'
import { NoticesBell } from './notices-bell.tsx'
import { PersonMenu } from './person-menu.tsx'
import { SearchBox } from './search-box.tsx'
import { logOut } from './session.ts'
import styles from './shell.module.css'
import nameStyles from './site-name.module.css'
import { PhoneMenu } from './phone-menu.tsx'
import { SideMenu } from './side-menu.tsx'
import { metaOf } from './table.ts'

const FirstPasswordPage = lazyPart(() =>
  import('../pages/first-password-page.tsx').then((module) => module.FirstPasswordPage),
)

const Layout = () => {
  const navigate = useNavigate()
  const { shell } = useTexts()
  const site = useSite()
  const match = useMatches().at(-1)
  const meta = metaOf(match?.handle)
  const active = meta?.activeMenu ?? match?.id
  const isPhone = useMedia('(max-width: 640px)')
  const isRail = useMedia('(max-width: 1000px)') || meta?.rail === true
  // Loaded by the guard before this is rendered.
  const { data: me } = useQuery({ ...meQuery, enabled: adminSession.token() !== null })
  if (!me) return null
  if (me.must_change_password)
    return (
      <Suspense>
        <FirstPasswordPage onLeave={() => void logOut().then(() => navigate(adminPages.login))} />
      </Suspense>
    )

  return (
    <MeContext value={me}>
      <RoleContext value={me.role}>
        <a className="skip" href="#main">
          {shell.skip}
        </a>
        <div className={`${styles.frame} ${isRail ? styles.rail : ''}`}>
          <header className={`${styles.side} no-print`}>
            <div className={styles.sticky}>
              <div className={styles.top}>
                <Link
                  className={styles.logo}
                  to="/"
                  aria-label={isRail ? (site?.site_name ?? shell.siteName) : undefined}
                >
                  <Logo size={28} />
                  <span>
                    <b className={nameStyles.name} title={site?.site_name}>
                      {site?.site_name ?? shell.siteName}
                    </b>
                    <small>{shell.admin}</small>
                  </span>
                </Link>
                <NoticesBell user_id={me.id} />
              </div>
              {isPhone && <PhoneMenu active={active} role={me.role} />}
              <SearchBox rail={isRail} />
              {!isPhone && <SideMenu active={active} role={me.role} />}
              <PersonMenu rail={isRail} />
            </div>
          </header>
          <div className={styles.page}>
            <OfflineBanner />
            <main id="main" tabIndex={-1} className={styles.main}>
              <Suspense fallback={<SkeletonList count={5} height={56} />}>
                <Outlet />
              </Suspense>
            </main>
          </div>
        </div>
      </RoleContext>
    </MeContext>
  )
}

/** The frame of every page behind the log-in: the menu at the side, or on phones at the top, and the page. */
export const Shell = () => {
  // The data of an ended session are dropped only on unmount, when nothing shows them any more.
  useEffect(
    () => () => {
      if (adminSession.token() === null) queryClient.clear()
    },
    [],
  )
  return (
    <QueryClientProvider client={queryClient}>
      <Layout />
    </QueryClientProvider>
  )
}
