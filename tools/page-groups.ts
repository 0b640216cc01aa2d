/** Which file of a built site a module goes into: few files a page, and none of them with much that the page does not need. */

type ModuleInfo = {
  code: string | null
  importers: readonly string[]
  dynamicImporters: readonly string[]
  isEntry: boolean
}
type Context = { getModuleInfo: (id: string) => ModuleInfo | null }

/** So many pages share what goes into the file of the frame: every page after the log-in has that one. */
const OF_THE_FRAME = 5

/** Characters of a part, as it is written, up to which a page may get it for nothing: a request costs more. */
const SMALL = 2_200
/** The same for what one page has in common with a late part. */
const TINY = 700

// Its index imports every icon there is: who uses which is known only after what nobody uses has been left out.
const isIcon = (id: string): boolean => id.includes('/node_modules/lucide-react/')
const isPage = (id: string): boolean => /\/src\/pages\/[^/]+\.tsx$/.test(id)
const isLogin = (id: string): boolean => id.endsWith('/src/pages/login-page.tsx')
const isFrame = (id: string): boolean => id.endsWith('/src/app/shell.tsx')

/** The late parts of the page where one writes, which share so much with it that each would bring five small files. */
const isOfWriting = (id: string): boolean =>
  id.endsWith('/src/pages/task-submit-page.tsx') || id.includes('/src/features/submissions/')

/** What wherever one writes needs, on a page or in a late part of it: alone, each would be a file of a few lines. */
const isOfTyping = (id: string): boolean => /\/ui\/src\/(own-session|pasted-files)\.ts$/.test(id)

/** The documents, pages and late parts that have a module from their beginning, through imports that are not late. */
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
 * One file each for what the document itself needs and the log-in page with it (`auth`), what the frame or five pages have
 * (`frame`), what two to four pages share (`shared`), and what the page where one writes shares with its late parts
 * (`writing`); the rest lies with its page or late part. O(modules × importers).
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
