// The routes of the student site (specification section 2) that exist, and the address its default tab has.
const studentPages = [
  /^\/$/,
  /^\/(login|register)$/,
  /^\/redirect\/.+$/,
  /^\/dashboard\/workplace$/,
  /^\/square\/(index|mycenter|rankings|search)$/,
  /^\/square\/task_detail\/\d+$/,
  /^\/square\/task_detail\/submit\/\d+$/,
  /^\/square\/guild_details\/\d+\/[^/]+\/[^/]+$/,
  /^\/works(\/index)?$/,
  /^\/tradeunion\/index$/,
]

/** Whether a path is a page of the student site: others get its not-found page with status 404. */
export const isStudentPage = (path: string): boolean => studentPages.some((page) => page.test(path))

// Where the module of a page is in the sources: what the build's manifest calls it.
const modules: readonly (readonly [RegExp, string])[] = [
  [/^\/(square\/index|dashboard\/workplace)$/, 'square'],
  [/^\/square\/mycenter$/, 'my-center'],
  [/^\/square\/rankings$/, 'rankings'],
  [/^\/square\/search$/, 'search'],
  [/^\/square\/task_detail\/\d+$/, 'task-detail'],
  [/^\/square\/task_detail\/submit\//, 'task-submit'],
  [/^\/square\/guild_details\//, 'guild-tasks'],
  [/^\/works\/index$/, 'works'],
  [/^\/tradeunion\/index$/, 'guilds'],
]

/** The modules a page of the student site opens with, beside those the document names itself. */
export const studentModules = (path: string): readonly string[] => {
  const page = modules.find(([pattern]) => pattern.test(path))?.[1]
  return page ? ['src/app/shell.tsx', 'src/app/permitted.ts', `src/pages/${page}-page.tsx`] : []
}

// The pages of the admin site, below /admin.
const adminPages = [
  /^\/$/,
  /^\/(review|grades|backup)$/,
  /^\/review\/requests$/,
  /^\/people(\/(import|slips))?$/,
  /^\/(login|setup|account|staff|audit|settings|system)$/,
  /^\/(categories|banners|privacy)$/,
  /^\/moderation(\/(reports|posts|works|feedback))?$/,
  /^\/tasks(\/(\d+|missing))?$/,
  /^\/guilds(\/\d+(\/(tasks|members|requests|announcements|settings|invite))?)?$/,
]

/** Whether a path below /admin is a page of the admin site. */
export const isAdminPage = (path: string): boolean => adminPages.some((page) => page.test(path))
