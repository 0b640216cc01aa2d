import { branchesOf, type JsonSchema } from '../http/json-schema.ts'
import { sampleOf } from './sample.ts'

/** A place for text in what a call takes, whether people write there, and the value that has a text there. */
export type Place = { name: string; isWritten: boolean; put: (text: string) => unknown }

/** Every place a schema has for text, nested ones and the keys of records included; fixed words are none. */
export const textPlaces = (schema: JsonSchema, name = ''): Place[] => branchesOf(schema).flatMap((branch) => placesOf(branch, name))

const placesOf = (branch: JsonSchema, name: string): Place[] => {
  if (branch.type === 'string' && !branch.enum) return [{ name, isWritten: branch.format === 'text' || branch.format === 'line', put: (text) => text }]
  if (branch.type === 'array') return textPlaces(branch.items ?? {}, `${name}[]`).map((place) => ({ ...place, put: (text) => [place.put(text)] }))
  if (branch.type !== 'object') return []
  const known = Object.entries(branch.properties ?? {}).flatMap(([key, property]) =>
    textPlaces(property, name === '' ? key : `${name}.${key}`).map((place) => ({
      ...place,
      put: (text: string) => ({ ...(sampleOf(branch) as object), [key]: place.put(text) }),
    })),
  )
  return [...known, ...placesOfRecord(branch, name)]
}

const placesOfRecord = ({ patternProperties = {} }: JsonSchema, name: string): Place[] =>
  Object.values(patternProperties).flatMap((value) => [
    { name: `${name}{}`, isWritten: true, put: (text: string) => Object.fromEntries([[text, sampleOf(value)]]) },
    ...textPlaces(value, `${name}{}`).map((place) => ({ ...place, name: `${place.name}=`, put: (text: string) => ({ q: place.put(text) }) })),
  ])
