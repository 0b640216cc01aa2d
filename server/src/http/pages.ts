import type { Asked, Opening } from './documents.ts'
import { adminPages, guildTabs, moderationTabs, studentPages } from '@tongchuang/contract/paths.ts'

/**
 * The expression for a part of a pattern: ids are numbers; anything else matches whatever stands between two slashes.
 */
const partOf = (name: string): string => (name === 'id' || name === 'guild' ? String.raw`\d+` : '[^/]+')

/** A pattern of the router as an expression; `tabs` are the values of `:tab?`. */
const expressionOf = (pattern: string, tabs: readonly string[] = []): RegExp =>
  new RegExp(
    `^${pattern
      .replace('/:tab?', () => `(/(${tabs.join('|')}))?`)
      .replace('*', '.+')
      .replaceAll(/:(\w+)/g, (_all, name: string) => partOf(name))}$`,
  )

const pagesOf = (patterns: Readonly<Record<string, string>>, tabs: Readonly<Record<string, readonly string[]>> = {}) =>
  Object.entries(patterns).map(([name, pattern]) => ({ name, expression: expressionOf(pattern, tabs[name]) }))

const ofStudents = pagesOf(studentPages)
const ofStaff = pagesOf(adminPages, { guild: guildTabs, moderation: moderationTabs })

/** Whether a path is a page of the student site: others get its not-found page with status 404. */
export const isStudentPage = (path: string): boolean => ofStudents.some(({ expression }) => expression.test(path))

/** Whether a path below /admin is a page of the admin site. */
export const isAdminPage = (path: string): boolean => ofStaff.some(({ expression }) => expression.test(path))

// The source module of each page, and the parts of the words it uses beside those of every page
// (`web/src/app/table.ts`), as the build's manifest names them.
const modules: Partial<Record<string, readonly [module: string, ...words: string[]]>> = {
  square: ['square', 'school'],
  workplace: ['square', 'school'],
  center: ['my-center', 'school', 'my-center-page'],
  rankings: ['rankings', 'school'],
  search: ['search'],
  taskDetail: ['task-detail', 'task-detail-page'],
  taskSubmit: ['task-submit', 'task-submit-page'],
  guildTasks: ['guild-tasks', 'school'],
  works: ['works', 'school'],
  guilds: ['guilds', 'school'],
} satisfies Partial<Record<keyof typeof studentPages, readonly [string, ...string[]]>>

const beforeLogIn = ['root', 'login']

/** The name of the page a path opens: the bare address leads to the square or to the log-in. */
const openedBy = (path: string, isSignedIn: boolean): string | undefined => {
  const name = ofStudents.find(({ expression }) => expression.test(path))?.name
  return name !== undefined && beforeLogIn.includes(name) ? (isSignedIn ? 'square' : 'login') : name
}

/** What a page of the student site needs first, beside what the document names itself. */
export const studentOpening = ({ path, query, cookie }: Asked): Opening => {
  const language = /(^|;\s*)language=en-US/.test(cookie) ? 'en-US' : 'zh-CN'
  const name = openedBy(path, /(^|;\s*)token=[^;]/.test(cookie))
  const words = (...parts: readonly string[]) => parts.map((part) => `src/locales/${language}/${part}.ts`)
  if (name === 'login') {
    // Any other query parameter changes the content of the page, so it is not prerendered.
    const painted = /^(redirect=[^&]*)?$/.test(query) ? `login ${language}` : null
    return { language, modules: words('auth'), painted }
  }
  const [module, ...said] = modules[name ?? ''] ?? []
  const frame = ['src/app/shell.tsx', `src/pages/${module}-page.tsx`]
  return { language, modules: module ? [...frame, ...words('auth', 'inside', ...said)] : [], painted: null }
}
