import type { RoleKey } from '@tongchuang/contract/accounts.ts'
import { adminPages, adminPaths } from '@tongchuang/contract/paths.ts'
import {
  ClipboardList,
  DatabaseBackup,
  HeartPulse,
  History,
  Image,
  Inbox,
  KeyRound,
  LayoutList,
  MessageSquare,
  PenLine,
  Shield,
  SlidersHorizontal,
  Table2,
  UserX,
  Users,
} from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import type { Texts } from '../locales/texts.ts'

export type RowMeta = {
  /** Its title: a name in `shell.titles`. */
  title: keyof Texts['shell']['titles']
  /** The roles that may open the page; if absent, all staff may. */
  roles?: readonly RoleKey[]
  /**
   * Its place in the side menu: `work` is the upper part, `school` the lower one. Without it the page is not in the
   * menu. `to` is the link to use if the path has a variable part.
   */
  menu?: { part: 'work' | 'school'; order: number; icon: LucideIcon; to?: string }
  /** The name of the row to highlight in the menu instead. */
  activeMenu?: string
  /** A page that needs the full width (the review page, the grade grid): the menu is reduced to 64 px. */
  rail?: boolean
}

/** What a route carries beside its page; undefined for the frame of a site, which has no page. */
export const metaOf = (handle: unknown): RowMeta | undefined => (isMeta(handle) ? handle : undefined)
const isMeta = (handle: unknown): handle is RowMeta =>
  typeof handle === 'object' && handle !== null && 'title' in handle && typeof handle.title === 'string'

/** One page. The address is below /admin. */
export type Row = { name: string; path: string; page: () => Promise<ComponentType>; meta: RowMeta }

/**
 * Every page of the admin site behind the log-in. A new page is one row here, its file in pages/, its title in
 * locales/…/shell.ts, and its address in contract/src/paths.ts.
 */
export const table: readonly Row[] = [
  {
    name: 'home',
    path: adminPages.home,
    page: () => import('../pages/home-page.tsx').then((module) => module.HomePage),
    meta: { title: 'home', menu: { part: 'work', order: 0, icon: Inbox } },
  },
  {
    name: 'review',
    path: adminPages.review,
    page: () => import('../pages/review-page.tsx').then((module) => module.ReviewPage),
    meta: { title: 'review', menu: { part: 'work', order: 10, icon: PenLine }, rail: true },
  },
  {
    name: 'reviewRequests',
    path: adminPages.reviewRequests,
    page: () => import('../pages/review-requests-page.tsx').then((module) => module.ReviewRequestsPage),
    meta: { title: 'reviewRequests', activeMenu: 'review' },
  },
  {
    name: 'reviewSet',
    path: adminPages.reviewSet,
    page: () => import('../pages/review-set-page.tsx').then((module) => module.ReviewSetPage),
    meta: { title: 'reviewSet', activeMenu: 'review' },
  },
  {
    name: 'missing',
    path: adminPages.missing,
    page: () => import('../pages/missing-page.tsx').then((module) => module.MissingPage),
    meta: { title: 'missing', activeMenu: 'tasks' },
  },
  {
    name: 'statistics',
    path: adminPages.statistics,
    page: () => import('../pages/statistics-page.tsx').then((module) => module.StatisticsPage),
    meta: { title: 'statistics', activeMenu: 'tasks' },
  },
  {
    name: 'lecture',
    path: adminPages.lecture,
    page: () => import('../pages/lecture-page.tsx').then((module) => module.LecturePage),
    meta: { title: 'lecture', activeMenu: 'tasks' },
  },
  {
    name: 'grades',
    path: adminPages.grades,
    page: () => import('../pages/grades-page.tsx').then((module) => module.GradesPage),
    meta: { title: 'grades', menu: { part: 'work', order: 30, icon: Table2 } },
  },
  {
    name: 'moderation',
    path: adminPages.moderation,
    page: () => import('../pages/moderation-page.tsx').then((module) => module.ModerationPage),
    meta: { title: 'moderation', menu: { part: 'work', order: 50, icon: MessageSquare, to: adminPaths.moderation() } },
  },
  {
    name: 'certificates',
    path: adminPages.certificates,
    page: () => import('../pages/certificates-page.tsx').then((module) => module.CertificatesPage),
    meta: { title: 'certificates', activeMenu: 'moderation' },
  },
  {
    name: 'privacy',
    path: adminPages.privacy,
    page: () => import('../pages/privacy-page.tsx').then((module) => module.PrivacyPage),
    meta: { title: 'privacy', roles: ['admin'], menu: { part: 'school', order: 10, icon: UserX } },
  },
  {
    name: 'people',
    path: adminPages.people,
    page: () => import('../pages/people-page.tsx').then((module) => module.PeoplePage),
    meta: { title: 'people', roles: ['teacher', 'admin'], menu: { part: 'school', order: 0, icon: Users } },
  },
  {
    name: 'backup',
    path: adminPages.backup,
    page: () => import('../pages/backup-page.tsx').then((module) => module.BackupPage),
    meta: { title: 'backup', roles: ['admin'], menu: { part: 'school', order: 90, icon: DatabaseBackup } },
  },
  {
    name: 'rosterImport',
    path: adminPages.rosterImport,
    page: () => import('../pages/roster-import-page.tsx').then((module) => module.RosterImportPage),
    meta: { title: 'rosterImport', roles: ['teacher', 'admin'], activeMenu: 'people' },
  },
  {
    name: 'rosterSlips',
    path: adminPages.rosterSlips,
    page: () => import('../pages/roster-slips-page.tsx').then((module) => module.RosterSlipsPage),
    meta: { title: 'rosterSlips', roles: ['teacher', 'admin'], activeMenu: 'people' },
  },
  {
    name: 'account',
    path: adminPages.account,
    page: () => import('../pages/account-page.tsx').then((module) => module.AccountPage),
    meta: { title: 'account' },
  },
  {
    name: 'notices',
    path: adminPages.notices,
    page: () => import('../pages/notices-page.tsx').then((module) => module.NoticesPage),
    meta: { title: 'notices' },
  },
  {
    name: 'staff',
    path: adminPages.staff,
    page: () => import('../pages/staff-page.tsx').then((module) => module.StaffPage),
    meta: { title: 'staff', roles: ['admin'], menu: { part: 'school', order: 20, icon: KeyRound } },
  },
  {
    name: 'audit',
    path: adminPages.audit,
    page: () => import('../pages/audit-page.tsx').then((module) => module.AuditPage),
    meta: { title: 'audit', roles: ['admin'], menu: { part: 'school', order: 30, icon: History } },
  },
  {
    name: 'settings',
    path: adminPages.settings,
    page: () => import('../pages/settings-page.tsx').then((module) => module.SettingsPage),
    meta: { title: 'settings', roles: ['admin'], menu: { part: 'school', order: 40, icon: SlidersHorizontal } },
  },
  {
    name: 'providers',
    path: adminPages.providers,
    page: () => import('../pages/providers-page.tsx').then((module) => module.ProvidersPage),
    meta: { title: 'providers', roles: ['admin'], activeMenu: 'settings' },
  },
  {
    name: 'system',
    path: adminPages.system,
    page: () => import('../pages/system-page.tsx').then((module) => module.SystemPage),
    meta: { title: 'system', roles: ['admin'], menu: { part: 'school', order: 50, icon: HeartPulse } },
  },
  {
    name: 'tasks',
    path: adminPages.tasks,
    page: () => import('../pages/tasks-page.tsx').then((module) => module.TasksPage),
    meta: { title: 'tasks', menu: { part: 'work', order: 20, icon: ClipboardList } },
  },
  {
    name: 'task',
    path: adminPages.task,
    page: () => import('../pages/task-page.tsx').then((module) => module.TaskPage),
    meta: { title: 'task', activeMenu: 'tasks' },
  },
  {
    name: 'guilds',
    path: adminPages.guilds,
    page: () => import('../pages/guilds-page.tsx').then((module) => module.GuildsPage),
    meta: { title: 'guilds', menu: { part: 'work', order: 40, icon: Shield } },
  },
  {
    name: 'invite',
    path: adminPages.invite,
    page: () => import('../pages/guild-invite-page.tsx').then((module) => module.GuildInvitePage),
    meta: { title: 'invite', activeMenu: 'guilds' },
  },
  {
    name: 'guild',
    path: adminPages.guild,
    page: () => import('../pages/guild-page.tsx').then((module) => module.GuildPage),
    meta: { title: 'guild', activeMenu: 'guilds' },
  },
  {
    name: 'categories',
    path: adminPages.categories,
    page: () => import('../pages/categories-page.tsx').then((module) => module.CategoriesPage),
    meta: { title: 'categories', roles: ['admin'], menu: { part: 'school', order: 60, icon: LayoutList } },
  },
  {
    name: 'banners',
    path: adminPages.banners,
    page: () => import('../pages/banners-page.tsx').then((module) => module.BannersPage),
    meta: { title: 'banners', roles: ['admin'], menu: { part: 'school', order: 70, icon: Image } },
  },
]

/** Whether somebody acting in a role may open a page. */
export const mayOpen = ({ roles }: RowMeta, role: RoleKey): boolean => !roles || roles.includes(role)
