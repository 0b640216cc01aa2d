import { importsOf, isFactory, isTest } from './source.ts'
import type { Source } from './source.ts'

/**
 * Packages whose cost depends on the sender of a text or file. They are used in threads only. Packages that write
 * archives and tables (yazl, write-excel-file) are not among them: their input comes from the product, with a size that
 * is limited before.
 */
const costly =
  /^(markdown-it|@vscode\/markdown-it-katex|katex|highlight\.js|sanitize-html|csv-parse|read-excel-file|yauzl|saxen|sharp)(\/|$)/

/** Modules of the threads: loaded there and nowhere else. */
const inThreads = 'server/src/workers/tasks/'

/** The product's own texts are rendered in place: rows of tests and of the sample school. */
const ownTexts = /^server\/src\/(demo|testing)\//

/** A backup is sent by the administrator of the whole school, in a part of the product of its own. */
const elsewhere: Readonly<Record<string, RegExp>> = { 'server/src/backup/read-archive.ts': /^yauzl$/ }

/** Imports of costly packages outside of threads, where their work would block everybody. */
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
