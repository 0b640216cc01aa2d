// The routes of the student site (specification section 2) that exist, and the address its default tab has.
const studentPages = [
  /^\/$/,
  /^\/(login|register)$/,
  /^\/redirect\/.+$/,
  /^\/dashboard\/workplace$/,
  /^\/square\/(index|mycenter)$/,
  /^\/square\/task_detail\/\d+$/,
  /^\/square\/task_detail\/submit\/\d+$/,
  /^\/square\/guild_details\/\d+\/[^/]+\/[^/]+$/,
  /^\/tradeunion\/index$/,
]

/** Whether a path is a page of the student site: others get its not-found page with status 404. */
export const isStudentPage = (path: string): boolean => studentPages.some((page) => page.test(path))

/** The admin site decides by itself which of its addresses exist. */
export const isAdminPage = (): boolean => true
