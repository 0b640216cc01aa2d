import { roleNames } from '@tongchuang/contract/accounts.ts'
import { Logo } from '@tongchuang/ui/logo.tsx'
import { ProfileContext } from '@tongchuang/ui/profile.tsx'
import { studentSession } from '@tongchuang/ui/session.ts'
import { useSite } from '@tongchuang/ui/site.ts'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { House, Shield, User } from 'lucide-react'
import { lazy, Suspense, useEffect } from 'react'
import { Link, Outlet, useMatches } from 'react-router'
import { useTexts } from '../locales/texts.ts'
import { AvatarMenu } from './avatar-menu.tsx'
import { MessagesMenu } from './messages-menu.tsx'
import { OfflineBanner } from './offline-banner.tsx'
import { profileQuery, queryClient } from './profile.ts'
import styles from './shell.module.css'
import { table } from './table.ts'
import type { Row } from './table.ts'

const FirstPasswordPage = lazy(() => import('../pages/first-password-page.tsx').then((module) => ({ default: module.FirstPasswordPage })))
const RolePage = lazy(() => import('../pages/role-page.tsx').then((module) => ({ default: module.RolePage })))

const icons: Partial<Record<string, typeof House>> = { square: House, guilds: Shield, mycenter: User }
const menu = table.filter((row) => row.meta.requiresAuth && !row.meta.hideInMenu).toSorted((a, b) => (a.meta.order ?? 0) - (b.meta.order ?? 0))

const useCurrent = (): { meta: Row['meta'] | undefined; active: string | undefined } => {
  const match = useMatches().at(-1)
  const meta = match?.handle as Row['meta'] | undefined
  return { meta, active: meta?.activeMenu ?? match?.id }
}

const shortNames = { square: 'square', guilds: 'guilds', mycenter: 'center' } as const

const TabBar = ({ active }: { active: string | undefined }) => {
  const { shell } = useTexts()
  return (
    <nav className={`${styles.tabs} no-print`} aria-label={shell.mainNav}>
      {menu.map(({ name, path, meta }) => {
        const Icon = icons[name] ?? House
        const short = shortNames[name as keyof typeof shortNames]
        return (
          <Link key={name} to={path} aria-current={active === name ? 'page' : undefined}>
            <Icon size={24} aria-hidden />
            {short ? shell.short[short] : shell.titles[meta.locale]}
          </Link>
        )
      })}
    </nav>
  )
}

const Layout = () => {
  const { shell } = useTexts()
  const site = useSite()
  const { meta, active } = useCurrent()
  // The guard has loaded it before this is drawn; only on an unknown address there may be none.
  const { data: profile } = useQuery({ ...profileQuery, enabled: studentSession.token() !== null })
  const isStudent = profile?.role === roleNames.student
  const inside = profile && isStudent && !profile.must_change_password

  return (
    <ProfileContext value={profile ?? null}>
      <a className={styles.skip} href="#main">
        {shell.skip}
      </a>
      <header className={`${styles.nav} no-print`}>
        <div className={styles.bar}>
          <Link className={styles.logo} to={profile ? '/square/index' : '/login'}>
            <Logo />
            {site?.site_name ?? shell.siteName}
          </Link>
          {site?.demo && <span className={styles.demo}>{shell.demo}</span>}
          <nav className={styles.menu} aria-label={shell.mainNav}>
            {inside &&
              menu.map(({ name, path, meta: { locale } }) => (
                <Link key={name} to={path} aria-current={active === name ? 'page' : undefined}>
                  {shell.titles[locale]}
                </Link>
              ))}
          </nav>
          {inside && <MessagesMenu />}
          {profile && <AvatarMenu profile={profile} />}
        </div>
      </header>
      <OfflineBanner />
      <main id="main" tabIndex={-1} className={styles.main}>
        <Suspense>{profile?.must_change_password ? <FirstPasswordPage /> : profile && !isStudent ? <RolePage /> : <Outlet />}</Suspense>
      </main>
      <footer className={`${styles.footer} no-print`}>{site?.site_name ?? shell.siteName}</footer>
      {inside && !meta?.ownBottomBar && <TabBar active={active} />}
    </ProfileContext>
  )
}

/** The layout of every page after the log-in: navigation above, tabs below on phones, the page between. */
export const Shell = () => {
  // Only when nothing shows them any more are the answers of an ended session dropped: a page never loses its person while it is seen.
  useEffect(
    () => () => {
      if (studentSession.token() === null) queryClient.clear()
    },
    [],
  )
  return (
    <QueryClientProvider client={queryClient}>
      <Layout />
    </QueryClientProvider>
  )
}
