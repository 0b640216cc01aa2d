/** Checks what a browser loads for each page against the limits, and that nothing comes from another origin. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { brotliSize, outputOf, sites } from './sites.ts'

/**
 * Bytes of the head of each answer: a part of a page, and the document; `server/src/http/static.test.ts` measures them.
 */
const heads = { part: 350, document: 950 }

/**
 * KB in brotli with the heads, and requests by site: the log-in page, and any other page before the editor, which is
 * lazy.
 */
const limits: Readonly<Record<string, { login: readonly [number, number]; page: readonly [number, number] }>> = {
  web: { login: [110, 10], page: [180, 25] },
  admin: { login: [250, 10], page: [250, 25] },
}

export type Chunk = {
  file: string
  src?: string
  isEntry?: boolean
  isDynamicEntry?: boolean
  imports?: string[]
  css?: string[]
  dynamicImports?: string[]
}
export type Manifest = Record<string, Chunk>

/** Pages that stand alone, without the frame around the others. */
const isAuthPage = (page: string): boolean => /\/(login|register)-page\.tsx$/.test(page)

/** A chunk and what it imports statically. */
const closureOf = (manifest: Manifest, start: string): string[] => {
  const seen = new Set<string>()
  const visit = (key: string): void => {
    if (!manifest[key] || seen.has(key)) return
    seen.add(key)
    manifest[key].imports?.forEach(visit)
  }
  visit(start)
  return [...seen]
}

/** The files chunks need before they run: themselves, what they import statically, and their styles. */
export const filesOf = (manifest: Manifest, start: readonly string[]): Set<string> =>
  new Set(
    start
      .flatMap((key) => closureOf(manifest, key))
      .flatMap((key) => [manifest[key]?.file ?? '', ...(manifest[key]?.css ?? [])]),
  )

/** A file of words by the part it holds: before the log-in (`auth`), after it (`inside`), or one page alone. */
const partOf = (key: string): string => key.replace(/^src\/locales\/[^/]+\//, '').replace(/\.ts$/, '')

/** Pages that ask for the words of the square and of what lies around tasks; `web/src/app/table.ts` says the same. */
const withSchool = /\/(square|guilds|guild-tasks|works|rankings|my-center)-page\.tsx$/

/**
 * Each page with the chunks its opening loads: the document's, the frame around it, the larger language, and its own.
 */
export const pagesOf = (
  manifest: Manifest,
  sizeOf: (file: string) => number,
  html = '',
): { page: string; start: string[] }[] => {
  const keys = Object.keys(manifest)
  const isNamed = (key: string) => html.includes(`"./${manifest[key]?.file}"`)
  const document = keys.filter((key) => manifest[key]?.isEntry || isNamed(key))
  // Only what the document requests itself; what the frame requests is loaded when somebody opens it.
  const asked = new Set(
    document.flatMap((key) => closureOf(manifest, key)).flatMap((key) => manifest[key]?.dynamicImports ?? []),
  )
  const frame = keys.filter((key) => key.startsWith('src/app/') && asked.has(key))
  const weight = (key: string) => [...filesOf(manifest, [key])].reduce((sum, file) => sum + sizeOf(file), 0)
  const languages = Map.groupBy(
    keys.filter((key) => key.startsWith('src/locales/') && manifest[key]?.isDynamicEntry),
    (key) => key.replace(/zh-CN|en-US/, ''),
  )
  const texts = [...languages.values()].map((pair) => pair.reduce((a, b) => (weight(a) > weight(b) ? a : b)))
  const wordsOf = (page: string) =>
    texts.filter((text) => {
      if (partOf(text) === 'school') return withSchool.test(page)
      return !partOf(text).endsWith('-page') || page === `src/pages/${partOf(text)}.tsx`
    })
  // A page without a chunk of its own is part of the document's files.
  const login = 'src/pages/login-page.tsx'
  return [...new Set([...keys.filter((key) => /^src\/pages\/.*-page\.tsx$/.test(key)), login])].map((page) => ({
    page,
    start: isAuthPage(page)
      ? [...document, ...texts.filter((text) => /auth/.test(text) || texts.length === 1), page]
      : [...document, ...frame, ...wordsOf(page), page],
  }))
}

/** Drawings and moments: they load where they are shown, and no page waits for them. */
const art =
  /(^|[/_])(drawing-parts|head-parts|stamp|level-drawings|certificate-sheet|trail|anthology(-page)?)(-[\w-]+)?\.\w+$/

/** The art among what a page loads before it is seen. */
export const artAtOnce = (manifest: Manifest, start: readonly string[]): string[] => [
  ...new Set(start.flatMap((key) => closureOf(manifest, key)).filter((key) => art.test(key))),
]

/** Addresses of other origins that a document or a style would load. */
export const foreignAddresses = (text: string): string[] =>
  [
    ...text.matchAll(
      /(?:\b(?:src|href|srcset|poster)\s*=\s*["']?|url\(\s*["']?|@import\s+["'])((?:https?:)?\/\/[^"'\s)>]+)/gi,
    ),
  ].map(([, address = '']) => address)

// Leftovers of the template the product started from: its name, its suggested account, filler text.
const template = /Arco ?Design(?: ?Pro)?|用户名\s*[：:]\s*admin|密码\s*[：:]\s*admin|lorem ipsum|ByteDance|字节跳动/gi

/** What is left of the template in a text. */
export const leftovers = (text: string): string[] => text.match(template) ?? []

/** Tags with a style of their own: the policy of the sites refuses those, whoever wrote them. */
export const styleAttributes = (html: string): string[] =>
  [...html.matchAll(/<[a-z][^<>]*\sstyle\s*=[^<>]*>/gi)].map(([tag]) => tag.slice(0, 120))

/** The pages that are painted into the document of a site, by language. */
const paintedPages = (folder: string): string[] => {
  const file = join(folder, '.vite/painted.json')
  return existsSync(file) ? Object.values(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>) : []
}

/** Bytes that the page painted into its document adds to it, in the larger language. */
const paintedSize = (folder: string): number => {
  const painted = paintedPages(folder)
  if (painted.length === 0) return 0
  const html = readFileSync(join(folder, 'index.html'), 'utf8')
  return Math.max(...painted.map((page) => brotliCompressSync(html + page).length)) - brotliSize(folder, 'index.html')
}

const checkSite = (site: string): string[] => {
  const folder = outputOf(site)
  const manifestFile = join(folder, '.vite/manifest.json')
  if (!existsSync(manifestFile)) return [`${site}: dist is missing, run npm run build`]
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as Manifest
  const sizeOf = (file: string) => brotliSize(folder, file)
  const problems: string[] = []
  const pages = pagesOf(manifest, sizeOf, readFileSync(join(folder, 'index.html'), 'utf8'))
  if (pages.length === 0) problems.push(`${site}: no page found in the manifest`)
  for (const { page, start } of pages) {
    const files = filesOf(manifest, start)
    const bodies = [...files, 'index.html'].reduce((sum, file) => sum + sizeOf(file), 0)
    const isLogin = page.endsWith('/login-page.tsx')
    const bytes = bodies + (isLogin ? paintedSize(folder) : 0) + files.size * heads.part + heads.document
    const requests = files.size + 1
    const [limit, most] = limits[site]?.[isLogin ? 'login' : 'page'] ?? [0, 0]
    const line = `${site}/${page}  ${(bytes / 1024).toFixed(1)} KB of ${limit}, ${requests} requests of ${most}`
    console.log(`  ${line}`)
    if (bytes > limit * 1024 || requests > most) problems.push(`too large: ${line}`)
    for (const key of artAtOnce(manifest, start)) problems.push(`${site}/${page} waits for ${key}`)
  }
  if (!Object.keys(manifest).some((key) => art.test(key))) problems.push(`${site}: no drawing found in the manifest`)
  const documents = globSync('**/*.html', { cwd: folder }).map((name) => readFileSync(join(folder, name), 'utf8'))
  for (const tag of [...documents, ...paintedPages(folder)].flatMap(styleAttributes))
    problems.push(`${site}/dist has a style attribute the policy refuses: ${tag}`)
  for (const name of globSync('**/*.{html,css}', { cwd: folder }))
    for (const address of foreignAddresses(readFileSync(join(folder, name), 'utf8')))
      problems.push(`${site}/dist/${name} loads ${address}`)
  for (const name of globSync('**/*.{html,css,js,svg,webmanifest}', { cwd: folder }))
    for (const words of leftovers(readFileSync(join(folder, name), 'utf8')))
      problems.push(`${site}/dist/${name} says ${words}`)
  const uncompressed = globSync('**/*.{js,css}', { cwd: folder }).filter(
    (name) => !existsSync(join(folder, `${name}.br`)) || !existsSync(join(folder, `${name}.gz`)),
  )
  return [...problems, ...uncompressed.map((name) => `${site}/dist/${name} is not precompressed`)]
}

if (import.meta.main) {
  const found = sites()
  const problems = found.length === 0 ? ['no site to measure'] : found.flatMap(checkSite)
  for (const problem of problems) console.error(problem)
  process.exit(problems.length > 0 ? 1 : 0)
}
