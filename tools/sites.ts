import { existsSync, globSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { buildWords } from './build-words.ts'
import { paintPages } from './painted.ts'

export const root = join(import.meta.dirname, '..')

/** The names of the two sites; one without a document is left out. */
export const sites = (): string[] => ['web', 'admin'].filter((site) => existsSync(join(root, site, 'index.html')))

export const outputOf = (site: string): string => join(root, site, 'dist')

const marker = (folder: string): string => join(folder, '.built')

const newest = (path: string): number => {
  const status = statSync(path, { throwIfNoEntry: false })
  if (!status) return 0
  if (!status.isDirectory()) return /\.test\.tsx?$/.test(path) ? 0 : status.mtimeMs
  // The modification time of a folder changes when a file in it is removed.
  return Math.max(status.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))))
}

/** Whether a site was never built, or one of its sources is newer than what was built from them. */
export const isStale = (site: string): boolean => {
  const built = statSync(marker(outputOf(site)), { throwIfNoEntry: false })
  if (!built) return true
  const own = ['src', 'public', 'index.html', 'vite.config.ts'].map((name) => join(root, site, name))
  return [...own, join(root, 'ui/src'), join(root, 'contract/src')].some((path) => newest(path) > built.mtimeMs)
}

const compressible = /\.(js|css|svg|html|json|txt|webmanifest)$/
const asBrotli = promisify(brotliCompress)
const asGzip = promisify(gzip)

/** Writes `.br` and `.gz` beside every text file: the server sends them as they are. */
const precompress = async (folder: string): Promise<void> => {
  const files = globSync('**/*', { cwd: folder }).filter((name) => compressible.test(name))
  await Promise.all(
    files.map(async (name) => {
      const content = await readFile(join(folder, name))
      const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
      const [br, gz] = await Promise.all([asBrotli(content, { params }), asGzip(content, { level: 9 })])
      await writeFile(join(folder, `${name}.br`), br)
      await writeFile(join(folder, `${name}.gz`), gz)
    }),
  )
}

type Manifest = Record<string, { file: string; css?: string[]; assets?: string[] }>

/** Every file the manifest of a built site names. */
const filesOf = async (folder: string): Promise<Set<string>> => {
  const chunks = Object.values(JSON.parse(await readFile(join(folder, '.vite/manifest.json'), 'utf8')) as Manifest)
  return new Set(chunks.flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets]))
}

/**
 * Lists the files of a site's pages, which the service worker keeps for use without a network. Alternative fonts and
 * pictures are left out, because browsers choose among them.
 */
const listFiles = async (folder: string): Promise<void> => {
  const files = [...(await filesOf(folder))].filter((name) => /\.(js|css|woff2)$/.test(name))
  await writeFile(join(folder, 'files.json'), JSON.stringify(files.toSorted()))
}

const HOUR = 3_600_000

/**
 * Keeps the files of the previous build and of the last hour: a page opened before an update, and a server still
 * running, can still load their parts. The names contain a hash of the content.
 */
const keepEarlier = async (earlier: string, fresh: string): Promise<void> => {
  if (!existsSync(join(earlier, '.vite/manifest.json'))) return
  const listed = await filesOf(earlier)
  for (const name of globSync('assets/*', { cwd: earlier })) {
    const isYoung = Date.now() - statSync(join(earlier, name)).mtimeMs < HOUR
    if (isYoung || listed.has(name.replaceAll('\\', '/').replace(/\.(br|gz)$/, '')))
      await cp(join(earlier, name), join(fresh, name), { preserveTimestamps: true, force: false })
  }
}

/** Builds one site beside what is there and puts it in its place at once: nobody is ever served half of it. */
export const buildSite = async (site: string): Promise<void> => {
  const started = Date.now()
  const fresh = join(root, '.cache', `${site}-${process.pid}`)
  const old = `${fresh}-old`
  await mkdir(join(root, '.cache'), { recursive: true })
  const { build } = await import('vite')
  try {
    await build({
      root: join(root, site),
      logLevel: 'warn',
      build: { ...buildWords, outDir: fresh, emptyOutDir: true },
    })
    if (existsSync(join(root, site, 'src/painted.tsx'))) await paintPages(join(root, site), fresh)
    await listFiles(fresh)
    await precompress(fresh)
    await keepEarlier(outputOf(site), fresh)
    writeFileSync(marker(fresh), new Date(started).toISOString())
    if (existsSync(outputOf(site))) await rename(outputOf(site), old)
    await rename(fresh, outputOf(site))
  } finally {
    await rm(fresh, { recursive: true, force: true })
    await rm(old, { recursive: true, force: true })
  }
  const seconds = ((Date.now() - started) / 1000).toFixed(1)
  console.log(`  ${site}/dist  ${seconds} s`)
}

/** The size in bytes of a built file as a browser receives it. */
export const brotliSize = (folder: string, name: string): number => {
  const compressed = statSync(join(folder, `${name}.br`), { throwIfNoEntry: false })
  return compressed ? compressed.size : readFileSync(join(folder, name)).length
}
