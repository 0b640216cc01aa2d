import type { Call } from '@tongchuang/contract/call.ts'
import { isFields } from '../fields.ts'
import { branchesOf, type JsonSchema } from '../http/json-schema.ts'

/** The smallest value that a schema accepts. */
export const sampleOf = (schema: JsonSchema): unknown => {
  const [first = {}] = branchesOf(schema)
  if (first.const !== undefined) return first.const
  if (first.enum) return first.enum[0]
  switch (first.type) {
    case 'integer':
    case 'number':
      return first.minimum ?? 1
    case 'boolean':
      return true
    case 'null':
      return null
    case 'array':
      return Array.from({ length: first.minItems ?? 0 }, () => sampleOf(first.items ?? {}))
    case 'object':
      return Object.fromEntries((first.required ?? []).map((name) => [name, sampleOf(first.properties?.[name] ?? {})]))
    default:
      return first.format === 'instant' ? '2026-12-03T14:00:00.000Z' : '字'.repeat(first.minLength ?? 1)
  }
}

/** The smallest input that a call accepts. */
export const sampleInput = ({ path, input }: Pick<Call, 'path' | 'input'>): Record<string, unknown> => {
  const made = sampleOf(input)
  if (isFields(made)) return made
  throw new Error(`the input of ${path} has no fields`)
}
