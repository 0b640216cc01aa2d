import { adminMount, adminPages, adminPaths, guildTabs, moderationTabs, paths } from '@tongchuang/contract/paths.ts'
import type { studentPages } from '@tongchuang/contract/paths.ts'
import type { Cast } from './fill-school.ts'

/** A page as one person opens it; a sheet is named after it. */
export type SheetPage = { name: string; path: string; who: 'nobody' | 'student' | 'staff'; isMissing?: boolean }

type Sheets = Readonly<Record<string, string | null>>

const elsewhere = 'leads to another page'

/** The address of something that may not exist; null if it does not. */
const of = (id: number | null, addressOf: (id: number) => string): string | null => (id === null ? null : addressOf(id))

/** Every page of the student site; a new page must be added here. */
const studentSheets = ({
  guild,
  task,
  sampleTask,
  work,
  newer,
}: Cast): Readonly<Record<keyof typeof studentPages, Sheets | typeof elsewhere>> => ({
  root: elsewhere,
  redirect: elsewhere,
  worksRoot: elsewhere,
  squareRoot: elsewhere,
  guildsRoot: elsewhere,
  dashboardRoot: elsewhere,
  // Another address of the square.
  workplace: elsewhere,
  login: { login: paths.login() },
  register: { register: paths.register() },
  square: { square: paths.square(), 'square-all': paths.square({ state: 'all' }) },
  taskDetail: {
    task: of(task, (id) => paths.task({ guild, task: id })),
    'task-sample': sampleTask && paths.task(sampleTask),
    'task-questions': newer && sampleTask && paths.task({ guild: sampleTask.guild, task: newer.questions }),
  },
  taskSubmit: {
    submit: of(task, (id) => paths.submit({ guild, task: id })),
    'submit-sample': sampleTask && paths.submit(sampleTask),
  },
  // The trail is on the page of a guild with chapters.
  guildTasks: {
    guild: paths.guild({ id: guild }),
    'guild-trail': sampleTask && paths.guild({ id: sampleTask.guild }),
  },
  center: {
    center: paths.center(),
    ...Object.fromEntries(
      ['submitted', 'returned', 'reviewed'].map((tab) => [`center-${tab}`, `${paths.center()}?tab=${tab}`]),
    ),
    'center-booklet': paths.center('booklet'),
    'center-ledger': paths.center('ledger'),
    'center-settings': paths.center('settings'),
  },
  rankings: { rankings: paths.rankings(), 'rankings-work': paths.rankings('workhard') },
  search: { search: paths.search('小河') },
  works: {
    works: paths.works(),
    work: of(work, paths.work),
    certificate: of(newer?.certificate ?? null, paths.certificate),
    anthology: of(newer?.anthology ?? null, paths.anthology),
  },
  guilds: { guilds: paths.guilds() },
})

/** Every page of the admin site. */
const adminSheets = ({
  guild,
  task,
  sampleTask,
  roster,
  newer,
}: Cast): Readonly<Record<keyof typeof adminPages, Sheets>> => ({
  home: { 'admin-home': adminPages.home },
  login: { 'admin-login': adminPaths.login() },
  setup: { 'admin-setup': adminPages.setup },
  review: {
    'admin-review': adminPaths.review(),
    'admin-reviewed': adminPaths.review({ state: 'all' }),
    'admin-review-questions': of(newer?.answered ?? null, (work) => adminPaths.review({ work })),
  },
  reviewSet: { 'admin-review-set': of(newer?.set ?? null, adminPaths.reviewSet) },
  reviewRequests: {
    'admin-appeals': adminPaths.reviewRequests(),
    'admin-extensions': adminPaths.reviewRequests('extensions'),
    'admin-notes': adminPaths.reviewRequests('notes'),
  },
  certificates: { 'admin-certificates': adminPages.certificates },
  grades: {
    'admin-grades': adminPaths.grades(),
    'admin-grades-entered': newer && adminPaths.grades({ guild: newer.entered.guild }),
    'admin-grades-import': newer && adminPaths.grades(newer.entered),
  },
  tasks: { 'admin-tasks': adminPaths.tasks() },
  missing: { 'admin-missing': of(task, (id) => adminPaths.missing(id)) },
  statistics: {
    'admin-statistics': of(newer?.questions ?? task, (id) => adminPaths.statistics({ task: id })),
    'admin-statistics-set': of(newer?.set ?? null, (set) => adminPaths.statistics({ set })),
  },
  lecture: { 'admin-lecture': of(newer?.questions ?? task, (id) => adminPaths.lecture({ task: id })) },
  task: {
    'admin-task': of(task, adminPaths.task),
    'admin-task-questions': of(newer?.questions ?? null, adminPaths.task),
    'admin-task-sample': of(sampleTask?.task ?? null, adminPaths.task),
  },
  guilds: { 'admin-guilds': adminPages.guilds },
  invite: { 'admin-invite': adminPaths.invite(guild) },
  guild: {
    ...Object.fromEntries(guildTabs.map((tab) => [`admin-guild-${tab}`, adminPaths.guild(guild, tab)])),
    'admin-guild-sample': of(sampleTask?.guild ?? null, adminPaths.guild),
    'admin-guild-sample-anthology': of(newer?.anthology ?? null, (id) => adminPaths.guild(id, 'anthology')),
  },
  moderation: Object.fromEntries(moderationTabs.map((tab) => [`admin-moderation-${tab}`, adminPaths.moderation(tab)])),
  people: { 'admin-people': adminPaths.people() },
  rosterImport: {
    'admin-import': adminPages.rosterImport,
    'admin-imported': of(roster, adminPaths.rosterImport),
  },
  rosterSlips: { 'admin-slips': of(roster, adminPaths.rosterSlips) },
  account: { 'admin-account': adminPages.account },
  notices: { 'admin-notices': adminPages.notices },
  staff: { 'admin-staff': adminPages.staff },
  audit: { 'admin-audit': adminPages.audit },
  settings: { 'admin-settings': adminPages.settings },
  providers: { 'admin-providers': adminPages.providers },
  system: { 'admin-system': adminPages.system },
  categories: { 'admin-categories': adminPages.categories },
  banners: { 'admin-banners': adminPages.banners },
  privacy: { 'admin-privacy': adminPages.privacy },
  backup: { 'admin-backup': adminPages.backup },
})

const anonymous = ['login', 'register', 'admin-login', 'admin-setup']
/** Pages that only an administrator opens and pages without a list; they are captured once. */
const onceOnly = new Set([
  ...anonymous,
  ...[
    'staff',
    'audit',
    'settings',
    'system',
    'categories',
    'banners',
    'privacy',
    'backup',
    'account',
    'notices',
    'providers',
    'import',
  ].map((name) => `admin-${name}`),
  'center-settings',
])

const sheetPagesIn = (sheets: Sheets, who: 'student' | 'staff', mount = ''): SheetPage[] =>
  Object.entries(sheets).flatMap(([name, path]) =>
    path === null ? [] : [{ name, path: mount + path, who: anonymous.includes(name) ? ('nobody' as const) : who }],
  )

/** The pages to capture for a given number of rows. */
export const sheetPagesOf = (cast: Cast): SheetPage[] => {
  const student = Object.values(studentSheets(cast)).flatMap((one) =>
    one === elsewhere ? [] : sheetPagesIn(one, 'student'),
  )
  const staff = Object.values(adminSheets(cast)).flatMap((one) => sheetPagesIn(one, 'staff', adminMount))
  const missing: SheetPage[] = [
    { name: 'not-found', path: '/nowhere', who: 'student', isMissing: true },
    { name: 'admin-not-found', path: `${adminMount}/nowhere`, who: 'staff', isMissing: true },
  ]
  if (cast.rows === 500) return [...student, ...staff, ...missing]
  return [...student, ...staff]
    .filter(({ name }) => !onceOnly.has(name))
    .map((on) => ({ ...on, name: `${on.name}-rows-${cast.rows}` }))
}
