// The single source of every address of both sites: the patterns of the pages and how each address is built. The
// routers, the server's list of pages, its menu and every link in a page, a message or a mail use it.

type Query = Readonly<Record<string, string | number | null | undefined>>

/** A path with its query string; empty and absent values are omitted. */
const withQuery = (path: string, query: Query): string => {
  const words = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== '')
  return words.length === 0
    ? path
    : `${path}?${new URLSearchParams(words.map(([name, value]) => [name, String(value)]))}`
}

/** The pages of the student site (specification section 2), as the router reads them. */
export const studentPages = {
  root: '/',
  login: '/login',
  register: '/register',
  redirect: '/redirect/*',
  workplace: '/dashboard/workplace',
  square: '/square/index',
  taskDetail: '/square/task_detail/:guild',
  taskSubmit: '/square/task_detail/submit/:guild',
  guildTasks: '/square/guild_details/:id/:name/:type',
  center: '/square/mycenter',
  rankings: '/square/rankings',
  search: '/square/search',
  worksRoot: '/works',
  squareRoot: '/square',
  guildsRoot: '/tradeunion',
  dashboardRoot: '/dashboard',
  works: '/works/index',
  guilds: '/tradeunion/index',
} as const

/** The path prefixes of the student site's pages: the areas of its menu. */
export const studentAreas = {
  square: '/square',
  works: '/works',
  guilds: '/tradeunion',
  dashboard: '/dashboard',
} as const

/** Where a logged-in person begins: 广场. */
export const home = studentPages.square

/** A name as a path segment; an empty name, and names a browser would resolve away, become a dash. */
const namePart = (name: string): string =>
  name === '' || name === '.' || name === '..' ? '-' : encodeURIComponent(name)

type TaskPlace = { guild: number; task: number; type?: string | undefined }
const taskQuery = ({ task, type = 'all' }: TaskPlace): Query => ({ task, type: type === 'all' ? null : type })

/** The addresses of the student site, below the site's base path. */
export const paths = {
  /** `redirect`: the page to go to after the log-in. */
  login: (redirect = ''): string => withQuery(studentPages.login, { redirect }),
  /** The registration with an invite code filled in. */
  register: (invite = ''): string => withQuery(studentPages.register, { invite }),
  /** Redraws the page behind it; `path` begins with a slash. */
  redirect: (path: string): string => `/redirect${path}`,
  /** `state`: the chosen filter of its tasks. */
  square: (query: { state?: string } = {}): string => withQuery(studentPages.square, query),
  /** The page of a task; `type` keeps the selected type of tasks. */
  task: (place: TaskPlace): string => withQuery(`/square/task_detail/${place.guild}`, taskQuery(place)),
  /** The task page of a guild, which opens its first task. */
  tasksOf: (guild: string | number): string => `/square/task_detail/${guild}`,
  /** The page on which a task is written and submitted. */
  submit: (place: TaskPlace): string => withQuery(`/square/task_detail/submit/${place.guild}`, taskQuery(place)),
  /** The notes under the result of a task. */
  notes: (place: TaskPlace): string => `${paths.task(place)}#notes`,
  /** One post in the discussion of a task. */
  post: ({ post, ...place }: TaskPlace & { post: number }): string => `${paths.task(place)}#discussion-${post}`,
  /** The page of a guild; the name is decoration, the id decides. */
  guild: ({ id, name = '' }: { id: number; name?: string }, type = 'all'): string =>
    `/square/guild_details/${id}/${namePart(name)}/${type}`,
  /** One announcement on the page of its guild. */
  announcement: ({ announcement, ...guild }: { id: number; name?: string; announcement: number }): string =>
    `${paths.guild(guild)}#announcement-${announcement}`,
  /** The list of guilds, of one category if given. */
  guilds: (cate?: number): string => withQuery(studentPages.guilds, { cate }),
  /** The caller's personal center, optionally at one of its tabs. */
  center: (tab?: 'settings' | 'ledger' | 'booklet'): string => withQuery(studentPages.center, { tab }),
  /** The rankings; the excellent one unless another list is named. */
  rankings: (list?: string): string => withQuery(studentPages.rankings, { list: list === 'excellent' ? null : list }),
  /** A search; without words the empty page. */
  search: (q = '', kind?: string): string => withQuery(studentPages.search, { q, kind }),
  /** The gallery of works. */
  works: (): string => studentPages.works,
  /** A work opened over the gallery. */
  work: (id: number): string => withQuery(studentPages.works, { work: id }),
  /** The certificate of a work of the caller. */
  certificate: (id: number): string => withQuery(studentPages.works, { certificate: id }),
  /** The excellent works of a guild by month. */
  anthology: (guild: number): string => withQuery(studentPages.works, { anthology: guild }),
  /** The works that a student shares, as others see them. */
  shelf: (user_id: number): string => withQuery(studentPages.works, { student: user_id }),
} as const

/** The prefix of all paths of the admin site. */
export const adminMount = '/admin'

/** The parts of a guild's page on the admin site. */
export const guildTabs = ['tasks', 'members', 'requests', 'announcements', 'anthology', 'settings'] as const
export type GuildTab = (typeof guildTabs)[number]
/** The parts of the page of discussions and works on the admin site. */
export const moderationTabs = ['reports', 'posts', 'works', 'feedback'] as const
export type ModerationTab = (typeof moderationTabs)[number]

/** The pages of the admin site below its mount, as the router reads them. */
export const adminPages = {
  home: '/',
  login: '/login',
  setup: '/setup',
  review: '/review',
  reviewRequests: '/review/requests',
  reviewSet: '/review/set',
  grades: '/grades',
  tasks: '/tasks',
  missing: '/tasks/missing',
  statistics: '/tasks/statistics',
  lecture: '/tasks/lecture',
  task: '/tasks/:id',
  guilds: '/guilds',
  invite: '/guilds/:id/invite',
  guild: '/guilds/:id/:tab?',
  moderation: '/moderation/:tab?',
  certificates: '/certificates',
  people: '/people',
  rosterImport: '/people/import',
  rosterSlips: '/people/slips',
  account: '/account',
  notices: '/notices',
  staff: '/staff',
  audit: '/audit',
  settings: '/settings',
  providers: '/settings/providers',
  system: '/system',
  categories: '/categories',
  banners: '/banners',
  privacy: '/privacy',
  backup: '/backup',
} as const

/** The addresses of the admin site, below its mount. */
export const adminPaths = {
  /** `redirect`: the page to go to after the log-in. */
  login: (redirect = ''): string => withQuery(adminPages.login, { redirect: redirect === '/' ? null : redirect }),
  /** The works to review, optionally of one task or all classes of a set, opened at one work, in one state. */
  review: (query: { task?: number; set?: number; work?: number; state?: string } = {}): string =>
    withQuery(adminPages.review, query),
  /** A work in any state, opened in the list of all works. */
  reviewOf: (work: number): string => adminPaths.review({ state: 'all', work }),
  /** How far the review of each class of a set is. */
  reviewSet: (set: number): string => withQuery(adminPages.reviewSet, { set }),
  /** The appeals, or with `tab` the requested extensions or the notes. */
  reviewRequests: (tab?: 'extensions' | 'notes'): string => withQuery(adminPages.reviewRequests, { tab }),
  grades: (query: { show?: string; guild?: number; enter?: number; set?: number } = {}): string =>
    withQuery(adminPages.grades, query),
  /** The tasks; `isNew` opens the dialog for a new one, `q` is the search text. */
  tasks: ({ isNew = false, q = '' } = {}): string => withQuery(adminPages.tasks, { new: isNew ? 1 : null, q }),
  /** The open tasks that are due within a week, the nearest first. */
  tasksDueSoon: (): string => withQuery(adminPages.tasks, { status: 'soon', sort: 'due' }),
  task: (id: number): string => `/tasks/${id}`,
  /** The students who have submitted nothing for a task; `student` is preselected. */
  missing: (task: number, student?: number): string => withQuery(adminPages.missing, { task, student }),
  /** The students who have submitted nothing in any class of a set. */
  missingInSet: (set: number): string => withQuery(adminPages.missing, { set }),
  /** The statistics of a task, or of all classes of a set. */
  statistics: (of: { task: number } | { set: number }): string => withQuery(adminPages.statistics, of),
  /** The questions of a task one by one, for the projector. */
  lecture: (of: { task: number } | { set: number }): string => withQuery(adminPages.lecture, of),
  /** The students who hold a task, or who have handed in for it. */
  holders: (task: number, who: 'accepted' | 'submitted'): string => withQuery(adminPages.missing, { task, who }),
  guild: (id: number, tab?: GuildTab): string => `/guilds/${id}${tab ? `/${tab}` : ''}`,
  /** The invite code of a guild, for the projector. */
  invite: (id: number): string => `/guilds/${id}/invite`,
  moderation: (tab?: ModerationTab, guild?: string | number | null): string =>
    withQuery(`/moderation${tab ? `/${tab}` : ''}`, { guild }),
  /** One post of a guild in its thread, among the discussions. */
  post: ({ guild, post }: { guild: number; post: number }): string => withQuery('/moderation/posts', { guild, post }),
  /** The people; `q` is the search text. */
  people: (q = ''): string => withQuery(adminPages.people, { q }),
  /** The import of a list of students, a new one unless an id is given. */
  rosterImport: (id?: number): string => withQuery(adminPages.rosterImport, { id }),
  /** A new import of a list of students into a guild. */
  rosterImportInto: (guild: number): string => withQuery(adminPages.rosterImport, { guild }),
  /** The account slips of an import. */
  rosterSlips: (id: number): string => withQuery(adminPages.rosterSlips, { id }),
} as const
