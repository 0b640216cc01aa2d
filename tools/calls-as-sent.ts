import type { Plugin } from 'vite'

/** A part of a module as the parser names it. */
type Part = { type: string; start: number; end: number } & Record<string, unknown>

/** What a browser needs of a call: the rest of its description is the server's to check and a reader's to read. */
const sent = new Set<unknown>(['method', 'path'])

const isPart = (value: unknown): value is Part =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
/** The parts in a field of a part. */
const partsIn = (field: unknown): Part[] => [field].flat().filter(isPart)
const partsOf = (part: Part): Part[] =>
  Object.values(part)
    .flat()
    .filter(isPart)
    .toSorted((a, b) => a.start - b.start)

const nameOf = (part: unknown): unknown => (isPart(part) && part.type === 'Identifier' ? part.name : undefined)

/** The names that a module imports from `schema.ts`. */
const shapesIn = (program: Part): ReadonlySet<unknown> => {
  const imports = partsIn(program.body).filter(
    ({ type, source }) => type === 'ImportDeclaration' && isPart(source) && source.value === './schema.ts',
  )
  return new Set(imports.flatMap(({ specifiers }) => partsIn(specifiers).map(({ local }) => nameOf(local))))
}

/**
 * A module of the contract as a browser needs it: calls with only their method and path, schemas empty, so that what is
 * built from them is dropped as well. Functions stay as they are.
 */
export const asSent = (code: string, program: unknown): string => {
  if (!isPart(program)) throw new Error('this is no module')
  const shapes = shapesIn(program)
  const written = (part: Part): string => {
    if (/Function/.test(part.type)) return code.slice(part.start, part.end)
    const [first] = part.type === 'CallExpression' ? partsIn(part.arguments) : []
    if (first && nameOf(part.callee) === 'call' && first.type === 'ObjectExpression')
      return `{ ${partsIn(first.properties)
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
  return written(program)
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
