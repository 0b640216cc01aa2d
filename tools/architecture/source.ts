import { posix } from 'node:path'

/** A source file: its path from the root of the repository, with `/`, and its text. */
export type Source = { path: string; text: string }

export type Import = { specifier: string; isType: boolean; isReexport: boolean }

export const isTest = (path: string): boolean => /\.test\.tsx?$|\.spec\.ts$/.test(path)

/** Rows, on a site pages, made for tests and the sample school. */
export const isFactory = (path: string): boolean => /\/factory\.tsx?$/.test(path)

const statement = /(?:^|[;\n])\s*(import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?['"]([^'"\n]+)['"]/g
const dynamic = /\bimport\(\s*['"]([^'"\n]+)['"]/g

/** Everything a file imports, statically or not; `import type` alone counts as a type. */
export const importsOf = ({ path, text }: Source): Import[] => {
  const plain = withoutComments(text)
  const found = [...plain.matchAll(statement)].map(([, word, type, specifier = '']) => ({
    specifier,
    isType: type !== undefined,
    isReexport: word === 'export',
  }))
  const lazy = [...plain.matchAll(dynamic)].map(([, specifier = '']) => ({
    specifier,
    isType: false,
    isReexport: false,
  }))
  return [...found, ...lazy].map((one) => ({ ...one, specifier: resolve(path, one.specifier) }))
}

/** A specifier resolved to a path from the root for a file of the repository, to the name for a package. */
const resolve = (from: string, specifier: string): string => {
  const own = /^@tongchuang\/(\w+)\/(.+)$/.exec(specifier)
  if (own) return `${own[1]}/src/${own[2]}`
  return specifier.startsWith('.') ? posix.join(posix.dirname(from), specifier) : specifier
}

/** The code alone. Strings stay; `//` inside one (an address) is no comment. */
export const withoutComments = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|[\s;,{}()])\/\/.*$/gm, '$1')
