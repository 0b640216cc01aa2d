import type { Plugin } from 'vite'

/** A part of a module as the parser names it. */
type Part = { type: string; start: number; end: number } & Record<string, unknown>

/** What a browser needs of a call: the rest of its description is the server's to check and a reader's to read. */
const sent = new Set<unknown>(['method', 'path'])

const isPart = (value: unknown): value is Part => typeof (value as Part | null)?.type === 'string'
const partsOf = (part: Part): Part[] =>
  Object.values(part)
    .flat()
    .filter(isPart)
    .toSorted((a, b) => a.start - b.start)

const nameOf = (part: unknown): unknown => (isPart(part) && part.type === 'Identifier' ? part.name : undefined)

/** The names that a module imports from `schema.ts`. */
const shapesIn = (program: Part): ReadonlySet<unknown> => {
  const imports = (program.body as Part[]).filter(
    ({ type, source }) => type === 'ImportDeclaration' && (source as Part).value === './schema.ts',
  )
  return new Set(imports.flatMap(({ specifiers }) => (specifiers as Part[]).map(({ local }) => nameOf(local))))
}

/**
 * A module of the contract as a browser needs it: calls with only their method and path, schemas empty, so that what is
 * built from them is dropped as well. Functions stay as they are.
 */
export const asSent = (code: string, program: unknown): string => {
  const shapes = shapesIn(program as Part)
  const written = (part: Part): string => {
    if (/Function/.test(part.type)) return code.slice(part.start, part.end)
    const [first] = part.type === 'CallExpression' ? (part.arguments as Part[]) : []
    if (first && nameOf(part.callee) === 'call' && first.type === 'ObjectExpression')
      return `{ ${(first.properties as Part[])
        .filter(({ key }) => sent.has(nameOf(key)))
        .map(written)
        .join(', ')} }`
    if (part.type === 'CallExpression' && shapes.has(nameOf(part.callee))) return '{ properties: {} }'
    let [text, at] = ['', part.start]
    for (const inner of partsOf(part)) {
      if (inner.start < at) continue
      text += code.slice(at, inner.start) + written(inner)
      at = inner.end
    }
    return (part.type === 'CallExpression' ? '/* @__PURE__ */ ' : '') + text + code.slice(at, part.end)
  }
  return written(program as Part)
}

/** Drops from a site the parts of the contract for the server and for readers: half of its text. */
export const callsAsSent: Plugin = {
  name: 'calls-as-sent',
  apply: 'build',
  transform: {
    filter: { id: /\/contract\/src\/[^/]+\.ts$/ },
    handler(code) {
      return { code: asSent(code, this.parse(code)), map: null }
    },
  },
}
