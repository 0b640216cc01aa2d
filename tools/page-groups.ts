/**
 * Decides which file of a built site a module goes into, so that a page loads few files and little that it does not
 * need.
 */

type ModuleInfo = {
  code: string | null
  importers: readonly string[]
  dynamicImporters: readonly string[]
  isEntry: boolean
}
type Context = { getModuleInfo: (id: string) => ModuleInfo | null }

/**
 * Modules shared by at least this many pages go into the file of the frame, which every page after the log-in loads.
 */
const OF_THE_FRAME = 5

/**
 * The size in characters of source up to which a module may be loaded by a page that does not need it, because a
 * further request costs more.
 */
const SMALL = 2_200
/** The same limit for a module shared by one page and a late part. */
const TINY = 700

// The index of lucide imports every icon; which page uses which icon is known only after tree shaking.
const isIcon = (id: string): boolean => id.includes('/node_modules/lucide-react/')
const isPage = (id: string): boolean => /\/src\/pages\/[^/]+\.tsx$/.test(id)
const isLogin = (id: string): boolean => id.endsWith('/src/pages/login-page.tsx')
const isFrame = (id: string): boolean => id.endsWith('/src/app/shell.tsx')

/**
 * The writing page and its late parts, which share so many modules that each late part would otherwise bring five small
 * files.
 */
const isOfWriting = (id: string): boolean =>
  id.endsWith('/src/pages/task-submit-page.tsx') || id.includes('/src/features/submissions/')

/** What wherever one writes needs, on a page or in a late part of it: alone, each would be a file of a few lines. */
const isOfTyping = (id: string): boolean => /\/ui\/src\/(own-session|pasted-files|use-enter-submit)\.ts$/.test(id)

/** The documents, pages and late parts that load a module at once, through static imports only. */
const startsOf = (id: string, context: Context): ReadonlySet<string> => {
  const [starts, seen] = [new Set<string>(), new Set<string>()]
  const visit = (id: string): void => {
    if (seen.has(id)) return
    seen.add(id)
    const info = context.getModuleInfo(id)
    if (info && (info.isEntry || info.dynamicImporters.length > 0)) starts.add(id)
    info?.importers.forEach(visit)
  }
  visit(id)
  return starts
}

/**
 * Returns the shared file of a module: what the document and the log-in page need (`auth`), what the frame or five
 * pages need (`frame`), what two to four pages share (`shared`), or what the writing page shares with its late parts
 * (`writing`). Null: the module stays with its page or late part. O(modules × importers).
 */
export const groupOf = (id: string, context: Context): string | null => {
  if (isIcon(id)) return null
  const starts = [...startsOf(id, context)]
  if (starts.some((start) => context.getModuleInfo(start)?.isEntry && !start.endsWith('/start.ts'))) return 'auth'
  if (starts.some(isLogin)) return 'auth'
  const pages = starts.filter(isPage)
  if (starts.some(isFrame) || pages.length >= OF_THE_FRAME) return 'frame'
  if (pages.length === 1 && starts.length > 1 && starts.every(isOfWriting)) return 'writing'
  if (isOfTyping(id) && pages.length > 0) return 'shared'
  const { length } = context.getModuleInfo(id)?.code ?? ''
  return (pages.length > 1 && length <= SMALL) || (pages.length === 1 && starts.length > 1 && length <= TINY)
    ? 'shared'
    : null
}
