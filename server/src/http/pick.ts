import type { TSchema } from '@tongchuang/contract/schema.ts'
import { isFields } from '../fields.ts'
import { schemaChecker } from './formats.ts'
import { branchesOf, type JsonSchema } from './json-schema.ts'

// It keeps what it has compiled for a schema: the many servers of a test run share that.
const ajv = schemaChecker()

type Pick = (value: unknown) => unknown

const asIs: Pick = (value) => value

/**
 * Generates code once for each schema: object literals of one shape are copied and turned into JSON in a sixth of the
 * time of objects built field by field. A missing field is undefined, which JSON leaves out.
 */
const pickObject = (schema: JsonSchema): Pick => {
  const properties = Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    name: JSON.stringify(name),
    pick: pickerFor(property),
  }))
  const fields = properties.map(
    ({ name, pick }, at) => `[${name}]: ${pick === asIs ? `value[${name}]` : `picks[${at}](value[${name}])`}`,
  )
  const copy = new Function('picks', `return (value) => ({ ${fields.join(', ')} })`)(
    properties.map(({ pick }) => pick),
  ) as Pick
  return (value) => (typeof value === 'object' && value !== null ? copy(value) : value)
}

const pickRecord =
  (pick: Pick): Pick =>
  (value) =>
    typeof value === 'object' && value !== null
      ? Object.fromEntries(Object.entries(value).map(([name, field]) => [name, pick(field)]))
      : value

const isLiteral = ({ const: literal, enum: words }: JsonSchema): boolean => literal !== undefined || words !== undefined

/** Whether a value is meant for this branch of a union: its literal fields agree and no required field is missing. */
const belongsTo = (branch: JsonSchema, value: Record<string, unknown>): boolean =>
  (branch.required ?? []).every((name) => value[name] !== undefined) &&
  Object.entries(branch.properties ?? {}).every(([name, property]) => {
    if (!isLiteral(property) || value[name] === undefined) return true
    return property.enum ? property.enum.includes(value[name]) : property.const === value[name]
  })

const pickUnion = (schema: JsonSchema): Pick => {
  const branches = branchesOf(schema)
  const objects = branches
    .filter(({ type }) => type === 'object')
    .map((branch) => ({ branch, pick: pickerFor(branch) }))
  const array = branches.find(({ type }) => type === 'array')
  const pickArray = array && pickerFor(array)
  if (objects.length === 0 && (!pickArray || pickArray === asIs)) return asIs
  return (value) => {
    if (Array.isArray(value)) return pickArray ? pickArray(value) : value
    if (!isFields(value)) return value
    const chosen = objects.length === 1 ? objects[0] : objects.find(({ branch }) => belongsTo(branch, value))
    if (!chosen) throw new Error('an answer fits no branch of its union')
    return chosen.pick(value)
  }
}

const pickerFor = (schema: JsonSchema): Pick => {
  if (schema.anyOf) return pickUnion(schema)
  if (schema.type === 'object') {
    const values = schema.patternProperties && Object.values(schema.patternProperties)[0]
    return values ? pickRecord(pickerFor(values)) : pickObject(schema)
  }
  if (schema.type === 'array' && schema.items) {
    const pick = pickerFor(schema.items)
    return pick === asIs ? asIs : (value) => (Array.isArray(value) ? value.map(pick) : value)
  }
  return asIs
}

/** An answer as JSON. */
export type WriteOutput = (value: unknown) => string

/**
 * How a call's answer is written: the fields its schema names and no others, so a row with more columns gives nothing
 * away. With `checked` (in tests) an answer that does not fit its schema throws.
 */
export const outputWriter = (output: TSchema, checked: boolean): WriteOutput => {
  let pick: Pick | undefined
  return (value) => {
    pick ??= pickerFor(output)
    const picked = pick(value)
    const check = checked ? ajv.compile(output) : null
    if (check && !check(picked))
      throw new Error(
        `the answer does not fit its schema: ${check.errors?.map(({ instancePath, message }) => `${instancePath} ${message}`).join('; ')}`,
      )
    return JSON.stringify(picked)
  }
}
