import { isFields } from '../../fields.ts'
import { branchesOf, type JsonSchema } from '../../http/json-schema.ts'
import { sampleOf } from '../sample.ts'

// Of several bytes, of plain and wide form, outside the basic plane; signs that SQL, formulas, tables or JSON read.
const letters = ['一', '😀', '１', '%', "'", '\\', '=', ' ', '\u202e', '0', '-', '$', '|', '\n', ',', '"', '{', '[']
const longest = 3_000
const deepest = 3

const texts = ({ minLength = 0, maxLength = 300, format }: JsonSchema): string[] => {
  if (format === 'instant') return ['0001-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z', '2026-10-12T01:00:00+14:00']
  const lengths = [Math.max(minLength, 1), Math.min(maxLength, longest)]
  return [
    ...(minLength === 0 ? [''] : []),
    ...letters.flatMap((letter) => lengths.map((length) => letter.repeat(length))),
  ]
}

const numbers = ({ type, minimum = -1_000, maximum = 2 ** 40 }: JsonSchema): number[] => [
  ...[minimum, minimum + 1, maximum].map((number) => Math.min(maximum, number)),
  ...(type === 'number' ? [minimum + 0.1 + 0.2] : []),
]

const lists = (schema: JsonSchema, value: unknown, depth: number): unknown[] => {
  const { items = {}, minItems = 0, maxItems = 50 } = schema
  const given: readonly unknown[] = Array.isArray(value) && value.length > 0 ? value : [sampleOf(items)]
  return [
    ...(minItems === 0 ? [[]] : []),
    [...given, ...given],
    Array.from({ length: Math.min(maxItems, 200) }, () => given[0]),
    ...variantsOf(items, given[0], depth + 1).map((one) => [one, ...given.slice(1)]),
  ]
}

const objects = (schema: JsonSchema, value: unknown, depth: number): unknown[] => {
  const made = isFields(value) ? value : sampleOf(schema)
  const given = isFields(made) ? made : {}
  const [ofRecord] = Object.values(schema.patternProperties ?? {})
  const changed = (name: string, property: JsonSchema) =>
    variantsOf(property, given[name], depth + 1).map((one) => ({ ...given, [name]: one }))
  return [
    ...Object.entries(schema.properties ?? {}).flatMap(([name, property]) => changed(name, property)),
    ...Object.keys(given)
      .filter((name) => !schema.required?.includes(name))
      .map((name) => Object.fromEntries(Object.entries(given).filter(([other]) => other !== name))),
    ...(ofRecord
      ? [
          ...Object.keys(given).flatMap((name) => changed(name, ofRecord)),
          ...['__proto__', 'constructor', '😀'].map((name) => ({ ...given, [name]: sampleOf(ofRecord) })),
        ]
      : []),
  ]
}

/**
 * What a value may be instead, by its schema, with one part of it changed: the ends of its range, letters of every kind
 * at its least and its greatest length, entries twice, an optional field left out or added.
 */
export const variantsOf = (schema: JsonSchema, value: unknown, depth = 0): unknown[] =>
  depth > deepest
    ? []
    : branchesOf(schema).flatMap((branch): unknown[] => {
        if (branch.const !== undefined) return [branch.const]
        if (branch.enum) return branch.enum
        switch (branch.type) {
          case 'integer':
          case 'number':
            return numbers(branch)
          case 'boolean':
            return [true, false]
          case 'array':
            return lists(branch, value, depth)
          case 'object':
            return objects(branch, value, depth)
          case 'string':
            return texts(branch)
          default:
            return [null]
        }
      })
