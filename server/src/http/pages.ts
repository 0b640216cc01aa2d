import { adminPages, guildTabs, moderationTabs, studentPages } from '@tongchuang/contract/paths.ts'

/** What a part of a pattern may be: ids are numbers; anything else, whatever stands between two slashes. */
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

// Where the module of a page is in the sources: what the build's manifest calls it.
const modules: Partial<Record<string, string>> = {
  square: 'square',
  workplace: 'square',
  center: 'my-center',
  rankings: 'rankings',
  search: 'search',
  taskDetail: 'task-detail',
  taskSubmit: 'task-submit',
  guildTasks: 'guild-tasks',
  works: 'works',
  guilds: 'guilds',
} satisfies Partial<Record<keyof typeof studentPages, string>>

/** The modules a page of the student site opens with, beside those the document names itself. */
export const studentModules = (path: string): readonly string[] => {
  const page = ofStudents.find(({ name, expression }) => name in modules && expression.test(path))
  return page ? ['src/app/shell.tsx', 'src/app/permitted.ts', `src/pages/${modules[page.name]}-page.tsx`] : []
}
