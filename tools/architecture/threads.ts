import { importsOf, isFactory, isTest } from './source.ts'
import type { Source } from './source.ts'

/**
 * Packages whose work costs as much as the sender of a text or file likes. They are used in threads alone. Writing archives
 * and tables (yazl, write-excel-file) is not among them: what we write is ours, and its size is bounded before.
 */
const costly =
  /^(markdown-it|@vscode\/markdown-it-katex|katex|highlight\.js|sanitize-html|csv-parse|read-excel-file|yauzl|saxen|sharp)(\/|$)/

/** Modules of the threads: loaded there and nowhere else. */
const inThreads = 'server/src/workers/tasks/'

/** Texts of our own are rendered where they are: rows of tests and of the sample school. */
const ownTexts = /^server\/src\/(demo|testing)\//

/** A backup is sent by the administrator of the whole school, in a part of the product of its own. */
const elsewhere: Readonly<Record<string, RegExp>> = { 'server/src/backup/read-archive.ts': /^yauzl$/ }

/** Work whose cost the sender decides, done where it holds up everybody. */
export const threadViolations = (source: Source): string[] => {
  const { path } = source
  if (!path.startsWith('server/src/') || path.startsWith(inThreads) || isTest(path)) return []
  if (ownTexts.test(path) || isFactory(path)) return []
  return importsOf(source).flatMap(({ specifier, isType }) => {
    if (isType) return []
    if (costly.test(specifier) && !elsewhere[path]?.test(specifier))
      return [`${path} imports ${specifier}: it holds up everybody; make it a task in ${inThreads}`]
    return specifier.startsWith(inThreads)
      ? [`${path} imports ${specifier}: a module of a thread; ask app.workers for it`]
      : []
  })
}
