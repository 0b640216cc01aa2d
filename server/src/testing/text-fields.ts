import { branchesOf, type JsonSchema } from '../http/json-schema.ts'
import { sampleOf } from './sample.ts'

/**
 * A text field of a call's input: whether people write there, its minimum length in characters, and a value with a
 * given text in it.
 */
export type TextField = { name: string; isWritten: boolean; least: number; put: (text: string) => unknown }

/** Every field a schema has for text, nested ones and the keys of records included; fixed words are none. */
export const textFields = (schema: JsonSchema, name = ''): TextField[] =>
  branchesOf(schema).flatMap((branch) => fieldsOf(branch, name))

const fieldsOf = (branch: JsonSchema, name: string): TextField[] => {
  if (branch.type === 'string' && !branch.enum)
    return [
      {
        name,
        isWritten: branch.format === 'text' || branch.format === 'line',
        least: branch.minLength ?? 0,
        put: (text) => text,
      },
    ]
  if (branch.type === 'array')
    return textFields(branch.items ?? {}, `${name}[]`).map((field) => ({ ...field, put: (text) => [field.put(text)] }))
  if (branch.type !== 'object') return []
  const known = Object.entries(branch.properties ?? {}).flatMap(([key, property]) =>
    textFields(property, name === '' ? key : `${name}.${key}`).map((field) => ({
      ...field,
      put: (text: string) => ({ ...(sampleOf(branch) as object), [key]: field.put(text) }),
    })),
  )
  return [...known, ...fieldsOfRecord(branch, name)]
}

const fieldsOfRecord = ({ patternProperties = {} }: JsonSchema, name: string): TextField[] =>
  Object.values(patternProperties).flatMap((value) => [
    {
      name: `${name}{}`,
      isWritten: true,
      least: 0,
      put: (text: string) => Object.fromEntries([[text, sampleOf(value)]]),
    },
    ...textFields(value, `${name}{}`).map((field) => ({
      ...field,
      name: `${field.name}=`,
      put: (text: string) => ({ q: field.put(text) }),
    })),
  ])

type Step = string | number

/** The path to a value within objects and lists; null where the value is not found. */
const stepsTo = (whole: unknown, value: string): Step[] | null => {
  if (whole === value) return []
  if (typeof whole !== 'object' || whole === null) return null
  for (const [key, part] of Object.entries(whole)) {
    const rest = stepsTo(part, value)
    if (rest) return [Array.isArray(whole) ? Number(key) : key, ...rest]
  }
  return null
}

const replaced = (whole: unknown, [step, ...rest]: readonly Step[], value: unknown): unknown => {
  if (step === undefined) return value
  if (Array.isArray(whole) && step in whole)
    return whole.map((part: unknown, at) => (at === step ? replaced(part, rest, value) : part))
  if (typeof whole === 'object' && whole !== null && !Array.isArray(whole)) {
    const parts = whole as Record<string, unknown>
    if (rest.length === 0 || step in parts) return { ...parts, [step]: replaced(parts[step], rest, value) }
  }
  return undefined
}

const aMark = '⟦here⟧'

/**
 * An input with a text in one field: within the parts the input has, else within the smallest ones the schema accepts.
 */
export const inputWith = (
  input: Readonly<Record<string, unknown>>,
  { name, put }: TextField,
  text: string,
): Record<string, unknown> => {
  const [field = ''] = name.split(/[.[{]/)
  const steps = stepsTo(put(aMark), aMark)
  const within = steps === null ? undefined : replaced(input, steps, text)
  return (within ?? { ...input, [field]: (put(text) as Record<string, unknown>)[field] }) as Record<string, unknown>
}
