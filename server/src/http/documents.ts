import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * What the server knows of a request for a page before the page runs: its path in the site, its query and its cookies.
 */
export type Asked = { path: string; query: string; cookie: string }

/**
 * What a page needs first: its modules, as the build's manifest names them, its language, and the name under which the
 * build prerendered it.
 */
export type Opening = { modules: readonly string[]; language: 'zh-CN' | 'en-US'; painted: string | null }

type Built = { folder: string; mount: string; openingOf?: (asked: Asked) => Opening }

/** Returns a function that computes its value at the first call only. */
export const once = <T>(make: () => T): (() => T) => {
  let made: { value: T } | undefined
  return () => (made ??= { value: make() }).value
}

type Manifest = Readonly<Record<string, { file: string; imports?: string[]; css?: string[] }>>

/** A JSON file the build wrote beside a site; it is never served. */
const noted = <T>(folder: string, name: string): Partial<T> => {
  const file = join(folder, '.vite', name)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : {}
}

/**
 * Preload links for the files of some modules that the document does not name itself: without them a browser discovers
 * each file only from the previous one.
 */
const hintsFor = (manifest: Partial<Manifest>, modules: readonly string[], prefix: string, html: string): string => {
  const seen = new Set<string>()
  const visit = (key: string): void => {
    if (!manifest[key] || seen.has(key)) return
    seen.add(key)
    manifest[key].imports?.forEach(visit)
  }
  modules.forEach(visit)
  const chunks = [...seen].flatMap((key) => manifest[key] ?? [])
  const isMissing = (file: string) => !html.includes(`/${file}"`)
  const scripts = [...new Set(chunks.map(({ file }) => file))].filter(isMissing)
  const styles = [...new Set(chunks.flatMap(({ css = [] }) => css))].filter(isMissing)
  return [
    ...scripts.map((file) => `<link rel="modulepreload" crossorigin href="${prefix}/${file}">`),
    ...styles.map((file) => `<link rel="preload" as="style" crossorigin href="${prefix}/${file}">`),
  ].join('')
}

/**
 * The documents of a site; they are few, as a site has few pages. Their links are absolute, because the same page is
 * served under addresses of any depth.
 */
export const documentsOf = <Document>(
  { folder, mount, openingOf }: Built,
  basePath: string,
  asDocument: (html: string) => Document,
): ((asked: Asked) => Document) => {
  const manifest = noted<Manifest>(folder, 'manifest.json')
  const painted = noted<Record<string, string>>(folder, 'painted.json')
  const written = readFileSync(join(folder, 'index.html'), 'utf8')
  const made = new Map<string, Document>()

  const write = (opening: Opening | undefined): string => {
    const hints = hintsFor(manifest, opening?.modules ?? [], '.', written)
    const page = opening?.painted ? painted[opening.painted] : undefined
    return written
      .replace(/<\/head>/i, `${hints}</head>`)
      .replace('<div id="root">', (empty) => (page ? `<div id="root" data-painted>${page}` : empty))
      .replaceAll(/\b(src|href)="\.?\/(?!\/)/g, `$1="${basePath}${mount}/`)
      .replace(/<html lang="[^"]*"/i, (given) => (opening ? `<html lang="${opening.language}"` : given))
      .replace(/<head>/i, `<head><meta name="base-path" content="${basePath}">`)
  }
  return (asked) => {
    const opening = openingOf?.(asked)
    const key = JSON.stringify(opening)
    const document = made.get(key) ?? asDocument(write(opening))
    made.set(key, document)
    return document
  }
}
