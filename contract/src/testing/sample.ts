import { Check, Errors } from 'typebox/value'
import type { Static, TSchema } from '../schema.ts'

/** Some parts of a value, however deep: of an object some fields, of a list its items. */
export type Part<T> = T extends readonly (infer I)[]
  ? readonly Part<I>[]
  : T extends object
    ? { [K in keyof T]?: Part<T[K]> | undefined }
    : T

/** The part of JSON Schema that the contract uses. */
type Shape = {
  type?: string
  anyOf?: Shape[]
  const?: unknown
  enum?: unknown[]
  properties?: Record<string, Shape>
  required?: string[]
  items?: Shape
  minimum?: number
  minLength?: number
  minItems?: number
  format?: string
}

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The smallest value that a schema accepts. */
const smallest = (schema: Shape): unknown => {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  switch (schema.type) {
    case 'integer':
    case 'number':
      return schema.minimum ?? 0
    case 'boolean':
      return false
    case 'string':
      return schema.format === 'instant' ? '2026-10-12T01:00:00.000Z' : '字'.repeat(schema.minLength ?? 0)
    default:
      return null
  }
}

const completed = (schema: Shape, part: unknown): unknown => {
  if (schema.anyOf) {
    const [first = {}] = schema.anyOf
    if (part === undefined) return schema.anyOf.some(({ type }) => type === 'null') ? null : completed(first, part)
    const branch = schema.anyOf.find((one) => Check(one, completed(one, part)))
    return branch ? completed(branch, part) : part
  }
  const { items = {}, minItems = 0 } = schema
  if (schema.type === 'array' && (part === undefined || Array.isArray(part)))
    return Array.from({ length: part?.length ?? minItems }, (_, at) => completed(items, part?.[at]))
  if (schema.type === 'object' && (part === undefined || isFields(part))) {
    const given = Object.entries(part ?? {}).filter(([, value]) => value !== undefined)
    const names = new Set([...(schema.required ?? []), ...given.map(([name]) => name)])
    return Object.fromEntries(
      [...names].map((name) => [name, completed(schema.properties?.[name] ?? {}, part?.[name])]),
    )
  }
  return part === undefined ? smallest(schema) : part
}

/**
 * A value as the contract describes it, for tests: with these parts, and everything else as small as the schema allows.
 * Throws if the parts do not fit the schema.
 */
export const sampleOf = <S extends TSchema>(schema: S, part?: Part<Static<S>>): Static<S> => {
  const value = completed(schema, part)
  if (Check(schema, value)) return value
  throw new Error(`no such value: ${JSON.stringify(Errors(schema, value))}`)
}

/** What was sent with a call, as the contract describes it; throws for anything else. */
export const sentWith = <S extends TSchema>(call: { input: S }, input: unknown): Static<S> => {
  if (Check(call.input, input)) return input
  throw new Error(`not sent with this call: ${JSON.stringify(Errors(call.input, input))}`)
}
