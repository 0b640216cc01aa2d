import { paths } from '@tongchuang/contract/paths.ts'
import { roleNames } from '@tongchuang/contract/accounts.ts'
import type { Profile } from '@tongchuang/contract/profile.ts'
import { IconButton } from '@tongchuang/ui/button.tsx'
import { lazyPart } from '@tongchuang/ui/lazy-part.tsx'
import { Logo } from '@tongchuang/ui/logo.tsx'
import { OfflineBanner } from '@tongchuang/ui/offline-banner.tsx'
import { Permission, RoleContext } from '@tongchuang/ui/permission.tsx'
import { ProfileContext } from '@tongchuang/ui/profile.tsx'
import { studentSession } from '@tongchuang/ui/session.ts'
import { useSite } from '@tongchuang/ui/site.ts'
import { useStore } from '@tongchuang/ui/store.ts'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { Menu, Settings2 } from 'lucide-react'
import { Suspense, useEffect, useLayoutEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useTexts } from '../locales/texts.ts'
import { AvatarMenu } from './avatar-menu.tsx'
import { insteadFor, mayEnter } from './permitted.ts'
import { PhoneBar, TopMenu } from './menus.tsx'
import { MessagesMenu } from './messages-menu.tsx'
import { PagesShown } from './pages-shown.tsx'
import { profileQuery, queryClient } from './profile.ts'
import { SearchLink } from './search-link.tsx'
import { settings } from './settings.ts'
import styles from './shell.module.css'
import { useIsMobile } from './use-is-mobile.ts'
import { useLive } from './use-live.ts'
import { useCurrent } from './use-menu.ts'
import { useShortcuts } from './use-shortcuts.ts'
import { useTabs } from './use-tabs.ts'

const FirstPasswordPage = lazyPart(() =>
  import('../pages/first-password-page.tsx').then((module) => module.FirstPasswordPage),
)
const RolePage = lazyPart(() => import('../pages/role-page.tsx').then((module) => module.RolePage))
const ShortcutList = lazyPart(() => import('./shortcut-list.tsx').then((module) => module.ShortcutList))
const MenuDrawer = lazyPart(() => import('./side-menu.tsx').then((module) => module.MenuDrawer))
const SideMenu = lazyPart(() => import('./side-menu.tsx').then((module) => module.SideMenu))
const TabBar = lazyPart(() => import('./tab-bar.tsx').then((module) => module.TabBar))
const SettingsDrawer = lazyPart(() => import('./settings-drawer.tsx').then((module) => module.SettingsDrawer))

/**
 * The height of the sticky bars depends on the settings; it is set on the root element, where the content below reads
 * it.
 */
const useBars = (navbar: boolean, tabBar: boolean) => {
  useLayoutEffect(() => {
    const root = document.documentElement
    root.toggleAttribute('data-no-navbar', !navbar)
    root.toggleAttribute('data-tab-bar', tabBar)
    return () => {
      root.removeAttribute('data-no-navbar')
      root.removeAttribute('data-tab-bar')
    }
  }, [navbar, tabBar])
}

/** Leaves a page when the role changes while it is open and may no longer see it (specification section 2). */
const useRoleWatch = (role: string | undefined) => {
  const navigate = useNavigate()
  const { name, meta } = useCurrent()
  const isForbidden = role !== undefined && meta !== undefined && !mayEnter({ name, meta }, role)
  useEffect(() => {
    if (isForbidden && role !== undefined) void navigate(insteadFor(role), { replace: true })
  }, [isForbidden, role, navigate])
}

// The guard is part of the frame's file: a separate file would cost another request.
export { destinationOf } from './permitted.ts'
export { takeFirstReads } from './first-reads.ts'

type Drawer = 'settings' | 'menu' | 'shortcuts'

type NavBarProps = {
  profile: Profile | undefined
  /** The pages for students are open to this person. */
  isInside: boolean
  menu: 'top' | 'side' | null
  onOpen: (drawer: Drawer) => void
}

/** The bar at the top: the home link, the menu if it is placed there, and the items of the person. */
const NavBar = ({ profile, isInside, menu, onOpen }: NavBarProps) => {
  const { shell, frame } = useTexts()
  const site = useSite()
  const isMobile = useIsMobile()
  return (
    <header className={`${styles.nav} no-print`}>
      <div className={`${styles.bar} ${menu === 'side' ? styles.whole : ''}`}>
        {menu === 'side' && isMobile && (
          <IconButton label={frame.menu} onClick={() => onOpen('menu')}>
            <Menu size={22} aria-hidden />
          </IconButton>
        )}
        <Link className={styles.logo} to={profile ? paths.square() : paths.login()}>
          <Logo />
          <span>{site?.site_name ?? shell.siteName}</span>
        </Link>
        {site?.demo && <span className={styles.demo}>{shell.demo}</span>}
        {menu === 'top' && !isMobile ? <TopMenu /> : <span className={styles.space} />}
        <Permission roles={[roleNames.student]}>
          {isInside && <SearchLink />}
          {isInside && <MessagesMenu />}
        </Permission>
        {profile && <AvatarMenu profile={profile} onOpen={onOpen} />}
      </div>
    </header>
  )
}

/** The parts of the frame to draw for the current person and settings. */
const useFrame = () => {
  const { meta } = useCurrent()
  const chosen = useStore(settings)
  // The guard has loaded the profile before this is drawn; only on an unknown address may it be missing.
  const { data: profile } = useQuery({ ...profileQuery, enabled: studentSession.token() !== null })
  const isStudent = profile?.role === roleNames.student
  const inside = Boolean(profile && isStudent && !profile.must_change_password)
  // Without a logged-in person there is no control to bring the bar back.
  const hasNavbar = chosen.navbar || !profile
  const menu: 'top' | 'side' | null = inside && chosen.menu ? (chosen.topMenu ? 'top' : 'side') : null
  const tabs = useTabs(inside && chosen.tabBar)
  useBars(hasNavbar, tabs !== null)
  useRoleWatch(inside ? profile?.role : undefined)
  useLive(inside && profile ? profile.id : null)
  return { profile, inside, hasNavbar, menu, tabs, chosen, meta }
}

/** The page at this address, where the person may see it. */
const Page = ({ profile, tabs, meta }: Pick<ReturnType<typeof useFrame>, 'profile' | 'tabs' | 'meta'>) => (
  <Suspense>
    {profile?.must_change_password ? (
      <FirstPasswordPage />
    ) : (
      // Until the profile is known, an unknown address is shown to everybody.
      <Permission roles={profile ? [roleNames.student] : []} others={<RolePage />}>
        <PagesShown
          tab={tabs?.active ?? null}
          open={tabs?.list.map(({ id }) => id) ?? []}
          ignoreCache={meta?.ignoreCache === true}
        />
      </Permission>
    )}
  </Suspense>
)

/** The drawers opened from the bars, over the page. */
const Drawers = ({ drawer, onClose }: { drawer: Drawer | null; onClose: () => void }) => (
  <Suspense>
    {drawer === 'settings' && <SettingsDrawer onClose={onClose} />}
    {drawer === 'shortcuts' && <ShortcutList onClose={onClose} />}
    {drawer === 'menu' && <MenuDrawer onClose={onClose} />}
  </Suspense>
)

const Layout = () => {
  const { shell, frame } = useTexts()
  const site = useSite()
  const isMobile = useIsMobile()
  const [drawer, setDrawer] = useState<Drawer | null>(null)
  const { profile, inside, hasNavbar, menu, tabs, chosen, meta } = useFrame()
  const ownBar = meta?.ownBottomBar === true
  useShortcuts(inside, () => setDrawer('shortcuts'))

  return (
    <ProfileContext value={profile ?? null}>
      <RoleContext value={profile?.role ?? null}>
        <a className="skip" href="#main">
          {shell.skip}
        </a>
        {hasNavbar && <NavBar profile={profile} isInside={inside} menu={menu} onOpen={setDrawer} />}
        {tabs && (
          <Suspense fallback={<div className={styles.tabBarPlace} />}>
            <TabBar isWhole={menu === 'side'} />
          </Suspense>
        )}
        <OfflineBanner className={styles.offline} />
        <div className={styles.body}>
          {menu === 'side' && !isMobile && (
            <Suspense
              fallback={
                <div className={styles.menuPlace} style={{ width: chosen.menuCollapse ? 48 : chosen.menuWidth }} />
              }
            >
              <SideMenu />
            </Suspense>
          )}
          <div className={styles.column}>
            <main id="main" tabIndex={-1} className={styles.main}>
              <Page profile={profile} tabs={tabs} meta={meta} />
            </main>
            {chosen.footer && !(isMobile && ownBar) && (
              <footer className={`${styles.footer} no-print`}>{site?.site_name ?? shell.siteName}</footer>
            )}
          </div>
        </div>
        {menu === 'top' && isMobile && !ownBar && (
          <>
            <div className={`${styles.underBar} no-print`} />
            <PhoneBar />
          </>
        )}
        {!hasNavbar && (
          <IconButton
            className={`${styles.float} no-print`}
            label={frame.settings.title}
            onClick={() => setDrawer('settings')}
          >
            <Settings2 size={20} aria-hidden />
          </IconButton>
        )}
        <Drawers drawer={drawer} onClose={() => setDrawer(null)} />
      </RoleContext>
    </ProfileContext>
  )
}

/** The layout of every page after the log-in: navigation above, tabs below on phones, the page between. */
export const Shell = () => {
  // The data of an ended session is dropped only once nothing shows it any more, so that a visible page never loses its
  // profile.
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
