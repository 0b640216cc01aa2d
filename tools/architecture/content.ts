import { adminMount, adminPages, studentPages } from '@tongchuang/contract/paths.ts'
import { neededByPages } from '../../e2e/newer-styles.ts'
import { importsOf, isFactory, isTest, withoutComments } from './source.ts'
import type { Source } from './source.ts'

const maxLines = 300

const isSite = (path: string): boolean => /^(web|admin|ui)\/src\//.test(path)
const isWords = (path: string): boolean => /^(web|admin)\/src\/locales\/|^ui\/src\/texts\//.test(path)

/** A file too long to be read in one go; applies to tests and styles as well. */
export const tooLong = ({ path, text }: Source): string[] => {
  const lines = text.split('\n').length - 1
  return lines > maxLines ? [`${path} has ${lines} lines: split it by meaning (limit ${maxLines})`] : []
}

const forbiddenFolder = /\/(utils?|helpers?|types|hooks|services|common|misc|lib|__tests__)\//

const named = ({ path }: Source): string[] => {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const problems: string[] = []
  if (/^index\.tsx?$/.test(name)) problems.push(`${path} is a barrel: import the file itself`)
  if (forbiddenFolder.test(path)) problems.push(`${path} is in a folder named after nothing`)
  if (!/^[a-z0-9]+([-.][a-z0-9]+)*\.(ts|tsx|cjs)$/.test(name) && !/^(zh-CN|en-US)\.tsx?$/.test(name))
    problems.push(`${path} is not in kebab-case`)
  if (/^(web|admin)\/src\/pages\//.test(path) && path.endsWith('.tsx') && !/-page(\.test)?\.tsx$/.test(name))
    problems.push(`${path}: a page ends in -page.tsx`)
  return problems
}

const reexports = (source: Source): string[] => {
  const from = importsOf(source)
  const isBarrel =
    from.length > 1 &&
    from.every(({ isReexport }) => isReexport) &&
    !/\b(const|function|class)\b/.test(withoutComments(source.text))
  return isBarrel || /^export \* from/m.test(source.text) ? [`${source.path} only passes on what others export`] : []
}

/** No clock, no chance: `now` is an argument. */
const impure = ({ path, text }: Source): string[] => {
  if (!/^server\/src\/.*(^|\/|-)rules\.ts$/.test(path)) return []
  const found =
    /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\bperformance\.now\(|\brandom(Bytes|UUID|Int)\(|\bTemporal\.Now\b/.exec(
      withoutComments(text),
    )
  return found ? [`${path}: ${found[0]} in rules; pass it in`] : []
}

/** The names of the roles are values in requests (specification section 6), not words on a page. */
const roleName = /(['"])(学生|助教|教师|管理员)\1/g

const wordsOnScreen = ({ path, text }: Source): string[] => {
  if (!isSite(path) || isWords(path) || isTest(path) || isFactory(path)) return []
  const found = /[\p{Script=Han}、，。：；？！「」《》（）]+/u.exec(withoutComments(text).replace(roleName, ''))
  return found ? [`${path}: 「${found[0]}」 belongs to the locales`] : []
}

/** Enter while composing Chinese must not send: one hook knows how. */
const rawEnter = ({ path, text }: Source): string[] =>
  isSite(path) &&
  !isTest(path) &&
  !path.endsWith('/use-enter-submit.ts') &&
  /\b(key|code)\s*===?\s*['"]Enter['"]/.test(text)
    ? [`${path} compares a key with Enter: use use-enter-submit.ts`]
    : []

const pageBeginnings = new Set(
  [...Object.values(studentPages), ...Object.values(adminPages)].map((path) => path.split('/')[1]).filter(Boolean),
)
const pageAddress = new RegExp(
  `['"\`}](?:${adminMount})?/(${[...pageBeginnings].join('|')})(?=['"\`/?#$])|['"\`}]${adminMount}/?['"\`]`,
)

/** An address of a page stands in contract/src/paths.ts and nowhere else; tests and journeys type them as people do. */
const literalAddress = ({ path, text }: Source): string[] => {
  if (
    !/^(?:(contract|server|ui|web|admin)\/src|tools)\//.test(path) ||
    path.startsWith('tools/architecture') ||
    path === 'contract/src/paths.ts' ||
    isTest(path) ||
    path.includes('/testing/')
  )
    return []
  const found = pageAddress.exec(withoutComments(text))
  return found ? [`${path}: ${found[0]} is an address of a page: take it from contract/src/paths.ts`] : []
}

/** A change invalidates a family of cached answers by its name, which is written once per site. */
const literalKey = ({ path, text }: Source): string[] => {
  if (!/^(web|admin)\/src\//.test(path) || path.endsWith('/queries/keys.ts') || isTest(path)) return []
  const found = /\b(?:queryKey:|(?!\w*[mM]utationKey)\w*[kK]ey =) \['[^']+'/.exec(withoutComments(text))
  return found ? [`${path}: ${found[0]} begins a key of answers: take it from queries/keys.ts`] : []
}

/** Files that refetch everything: answers come in the reader’s language, and a tab is reloaded by hand. */
const asksAnew = new Set([
  'admin/src/app/person-menu.tsx',
  'web/src/app/avatar-panel.tsx',
  'web/src/app/tab-bar.tsx',
  'web/src/features/center/language-pick.tsx',
])

const blanket = ({ path, text }: Source): string[] =>
  isSite(path) && !isTest(path) && !asksAnew.has(path) && /\binvalidateQueries\(\)/.test(withoutComments(text))
    ? [`${path} asks for everything anew: invalidate the keys that changed`]
    : []

/**
 * Safari gives out a module that was imported on the way before it has run, if another one below it still waits at its
 * top (WebKit bug 242740): every function of it is undefined.
 */
const waitsAtTop = ({ path, text }: Source): string[] =>
  /^(web|admin|ui|contract)\/src\//.test(path) && !isTest(path) && /^(?:[^\s/*].*[=(] )?(?:for )?await\b/m.test(text)
    ? [`${path} waits at the top of a module, which Safari does not bear: wait in a function`]
    : []

const newer =
  /\b(?:RegExp\.escape|URL\.(?:parse|canParse)|(?:Map|Object)\.groupBy|Promise\.(?:withResolvers|try)|AbortSignal\.any|Array\.fromAsync|Iterator\.from|Intl\.DurationFormat)\(|\.(?:checkVisibility|isWellFormed|toWellFormed|toBase64|fromBase64|getOrInsert|getOrInsertComputed|requestClose|isSubsetOf|symmetricDifference)\(/

/**
 * What the oldest browsers of the build lack (tools/oldest-browsers.ts): it rewrites syntax alone, and a missing
 * function stops the page. e2e/journeys/older-browsers.spec.ts opens all pages without them.
 */
const tooNew = ({ path, text }: Source): string[] => {
  if (!/^(web|admin|ui|contract)\/src\//.test(path) || isTest(path) || path.includes('/testing/')) return []
  const plain = withoutComments(text)
  const found = newer.exec(plain)
  const isLooking = /['"`][^'"`\n]*:has\(/.exec(plain)
  return [
    ...(found ? [`${path}: ${found[0]}…) is missing in browsers of 2023`] : []),
    ...(isLooking ? [`${path}: Firefox 114 throws at a selector with :has()`] : []),
  ]
}

/**
 * A style that the oldest browsers lack and the build does not rewrite stands below `@supports`, with something before
 * it: words on a ground that is missing cannot be read.
 */
export const tooNewStyles = ({ path, text }: Source): string[] =>
  neededByPages(text.replace(/\/\*[\s\S]*?\*\//g, '')).map(
    ({ found, since }) => `${path}: ${found} (${since}) needs @supports and something before it`,
  )

const marks = ({ path, text }: Source): string[] => {
  if (path.startsWith('tools/architecture')) return []
  const problems: string[] = []
  if (/\b(TODO|FIXME|XXX)\b/.test(text)) problems.push(`${path} leaves something to do`)
  if (/@ts-(ignore|nocheck)/.test(text)) problems.push(`${path} silences the compiler`)
  for (const [silenced] of text.matchAll(/(?:oxlint|eslint)-disable[^\n]*/g))
    if (!/ -- \S/.test(silenced)) problems.push(`${path} silences a rule without a reason: ${silenced.trim()}`)
  const left = /^ *(?:test|describe)\.(?:skipIf|runIf|todo|only|fixme|skip(?=\(\s*['"`]))/m.exec(text)
  if (left) problems.push(`${path}: ${left[0].trim()} leaves tests out without a word: skip(…, 'why') in the test`)
  if (/(?:oxfmt|prettier)-ignore/.test(text)) problems.push(`${path} keeps lines from the formatter`)
  return problems
}

const maxComment = 120

/** A line that cannot be broken, such as a command's argument. */
const isOneWord = (line: string): boolean => /^\s*(?:\*|\/\/) \S+$/.test(line)

/** Comments wider than the limit: code is wrapped at 120 columns, but the formatter does not wrap comments. */
const longComments = ({ path, text }: Source): string[] =>
  path.includes('/matrix/rows') || path.includes('/migrations/')
    ? []
    : text
        .split('\n')
        .filter(
          (line) =>
            line.length > maxComment &&
            /^\s*(?:\/\*\*|\*|\/\/) /.test(line) &&
            !line.includes('-disable') &&
            !isOneWord(line),
        )
        .map(
          (line) =>
            `${path}: a comment of ${line.length} columns: break it (limit ${maxComment}): ${line.trim().slice(0, 40)}…`,
        )

/** The number of transitions in docs/rules.md. */
const transitions = 13
const cited =
  /\b[Bb]ehaviou?r \d[\d.]*|(?<!\b[Ss]pecification )\b[Ss]ections? \d[\d.]*|§ ?\d+|(?<=\/\*\*? ?|(?:\/\/|^\s*\*) (?:.* )?)T(\d+)\b/gm

/**
 * A reader has only the repository: a comment may cite a section of the specification, or a transition of
 * docs/rules.md.
 */
const citations = ({ path, text }: Source): string[] =>
  path.startsWith('tools/architecture')
    ? []
    : [...text.matchAll(cited)]
        .filter(([, transition]) => transition === undefined || Number(transition) > transitions)
        .map(([found]) => `${path} cites ${found}, which nobody finds: say it, or name a specification section`)

/** Violations in the content of a file, its size and its name. */
export const contentViolations = (source: Source): string[] =>
  [
    tooLong,
    named,
    reexports,
    impure,
    wordsOnScreen,
    rawEnter,
    literalAddress,
    literalKey,
    blanket,
    waitsAtTop,
    tooNew,
    citations,
    longComments,
    marks,
  ].flatMap((rule) => rule(source))
