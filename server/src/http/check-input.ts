import type { Call } from '@tongchuang/contract/call.ts'
import { invalid, problemOf } from './problem.ts'
import { schemaChecker } from './formats.ts'
import { branchesOf, type JsonSchema } from './json-schema.ts'
import { malformedQuery, type Query } from './query.ts'

const ajv = schemaChecker()

// Whole numbers in the one form people write them. At most 15 digits: each is exact as a JavaScript number.
const wholeNumber = /^(0|-?[1-9]\d{0,14})$/
const decimal = /^-?(0|[1-9]\d{0,8})(\.\d{1,6})?$/

/**
 * A value that arrived as text, as what the schema asks for; text in any other form than the canonical one stays text
 * and is refused.
 */
const fromText = (schema: JsonSchema, text: string): unknown => {
  for (const branch of branchesOf(schema)) {
    if (branch.const === text || branch.enum?.includes(text)) return text
    if (branch.type === 'integer' && wholeNumber.test(text)) return Number(text)
    if (branch.type === 'number' && decimal.test(text)) return Number(text)
    if (branch.type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  }
  return text
}

const fromQuery = (schema: JsonSchema | undefined, value: string | string[]): unknown => {
  if (!schema) return value
  const items = branchesOf(schema).find(({ type }) => type === 'array')?.items
  if (items) return [value].flat().map((text) => fromText(items, text))
  return typeof value === 'string' ? fromText(schema, value) : value
}

/** Converts whole numbers that came as decimal strings in a body to numbers; ids may arrive that way. */
const fromBody = (schema: JsonSchema | undefined, value: unknown): unknown => {
  if (!schema) return value
  if (typeof value === 'string') return wholeNumber.test(value) ? wholeNumberIn(schema, value) : value
  if (Array.isArray(value)) {
    const items = branchesOf(schema).find(({ type }) => type === 'array')?.items
    return items && holdsIntegers(items) ? value.map((item) => fromBody(items, item)) : value
  }
  if (typeof value === 'object' && value !== null) {
    const properties = branchesOf(schema).find(({ type }) => type === 'object')?.properties
    if (!properties) return value
    const entries = Object.entries(value).map(([name, field]) => [
      name,
      Object.hasOwn(properties, name) ? fromBody(properties[name], field) : field,
    ])
    return Object.fromEntries(entries) as unknown
  }
  return value
}

const wholeNumberIn = (schema: JsonSchema, value: string): unknown => {
  const branches = branchesOf(schema)
  const staysText = branches.some(
    ({ type, const: literal, enum: words }) =>
      literal === value || words?.includes(value) || (type === 'string' && literal === undefined && !words),
  )
  return !staysText && branches.some(({ type }) => type === 'integer') ? Number(value) : value
}

/** Whether there is an integer anywhere in a schema: without one a body is checked as it came. */
const holdsIntegers = (schema: JsonSchema): boolean =>
  branchesOf(schema).some(
    (branch) =>
      branch.type === 'integer' ||
      (branch.items !== undefined && holdsIntegers(branch.items)) ||
      Object.values(branch.properties ?? {}).some((property) => holdsIntegers(property)),
  )

/** ajv's `.` does not match a line break, so a record's keys are checked as text of their own. */
const closed = (schema: JsonSchema): JsonSchema => {
  const copy: JsonSchema = { ...schema }
  if (schema.patternProperties) {
    const values = Object.values(schema.patternProperties)[0]
    copy.additionalProperties = values ? closed(values) : false
    copy.propertyNames = { type: 'string', minLength: 1, maxLength: 200, format: 'text' }
    delete copy.patternProperties
  }
  if (schema.properties)
    copy.properties = Object.fromEntries(
      Object.entries(schema.properties).map(([name, property]) => [name, closed(property)]),
    )
  if (schema.items) copy.items = closed(schema.items)
  if (schema.anyOf) copy.anyOf = schema.anyOf.map(closed)
  return copy
}

const compiledChecks = new WeakMap<JsonSchema, ReturnType<typeof ajv.compile>>()

/** The check of a schema, compiled once in a process. */
const checkOf = (schema: JsonSchema): ReturnType<typeof ajv.compile> => {
  const check = compiledChecks.get(schema) ?? ajv.compile(closed(schema))
  compiledChecks.set(schema, check)
  return check
}

/** Reads the input of a call out of a request, or throws the refusal that names the first wrong field. */
export type ReadInput = (query: Query, body: unknown) => unknown

/**
 * Returns the input reader of a call. GET reads the query string. POST and PUT read the body; only ids may come in the
 * query string instead, because addresses end up in logs. Compiled at the first request of the call: most calls are
 * never made in a process, and compiling all would slow the start.
 */
export const inputReader = (call: Pick<Call, 'method' | 'input'>): ReadInput => {
  const schema: JsonSchema = call.input
  const properties = schema.properties ?? {}
  const convertsBody = holdsIntegers(schema)
  let check: ReturnType<typeof ajv.compile> | undefined

  const fromRequest = (query: Query, body: unknown): unknown => {
    if (query[malformedQuery]) throw invalid('', '地址的参数无法读取', 'The query string cannot be read')
    const given = Object.entries(query)
    if (call.method === 'GET')
      return Object.fromEntries(given.map(([name, value]) => [name, fromQuery(own(properties, name), value)]))
    const sent: unknown = body === undefined ? {} : convertsBody ? fromBody(schema, body) : body
    if (given.length === 0 || typeof sent !== 'object' || sent === null || Array.isArray(sent)) return sent
    const merged: Record<string, unknown> = { ...sent }
    for (const [name, text] of given) {
      const property = own(properties, name)
      if (!property || !branchesOf(property).some(({ type }) => type === 'integer'))
        throw invalid(name.slice(0, 60).toWellFormed(), '地址里只能放编号', 'Only ids may stand in the address')
      const value = fromQuery(property, text)
      if (Object.hasOwn(merged, name) && merged[name] !== value)
        throw invalid(name, `「${name}」给了两个不同的值`, `"${name}" was given twice`)
      merged[name] = value
    }
    return merged
  }

  return (query, body) => {
    check ??= checkOf(schema)
    const input = fromRequest(query, body)
    if (!check(input)) throw problemOf(check.errors)
    return input
  }
}

const own = (properties: Record<string, JsonSchema>, name: string): JsonSchema | undefined =>
  Object.hasOwn(properties, name) ? properties[name] : undefined
