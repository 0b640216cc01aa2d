import { stripTypeScriptTypes } from 'node:module'
import { parseAst } from 'vite'

const isNode = (value: unknown): value is { type: string } =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

/** The stretches of a source that are run when it is called, not when it is loaded. */
const bodiesIn = (node: { type: string }): { start: number; end: number }[] => {
  if (/Function/.test(node.type)) return [node as unknown as { start: number; end: number }]
  return Object.values(node).flatMap((value: unknown) =>
    (Array.isArray(value) ? value : [value]).filter(isNode).flatMap(bodiesIn),
  )
}

/** The guards of a source with its bypasses that are built once, when the file is loaded. */
export const guardsAtLoading = (text: string): ReadonlySet<number> => {
  const code = stripTypeScriptTypes(text)
  const bodies = bodiesIn(parseAst(code))
  const outside = [...code.matchAll(/globalThis\.broken\?\.\((\d+)\)/g)].filter(
    ({ index }) => !bodies.some(({ start, end }) => start < index && index < end),
  )
  return new Set(outside.map(([, id]) => Number(id)))
}
