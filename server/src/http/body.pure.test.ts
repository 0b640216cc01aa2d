import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fieldsGiven, maxFields, maxParts } from './body.ts'

const fieldsOf = (value: unknown): number =>
  typeof value !== 'object' || value === null
    ? 0
    : Object.values(value).reduce<number>((sum, part) => sum + 1 + fieldsOf(part), 0) -
      (Array.isArray(value) ? value.length : 0)

test('whatever JSON is sent, the walk over its text counts the fields that were given', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), fc.constantFrom(0, 1, 2), (value, indent) => {
      fc.pre(!JSON.stringify(value).includes('"__proto__"'))
      expect(fieldsGiven(JSON.stringify(value, null, indent))).toBe(fieldsOf(value))
    }),
  )
})

test('a body nested 33 levels deep is refused before its end is read', () => {
  expect([fieldsGiven('['.repeat(32) + ']'.repeat(32)), fieldsGiven('['.repeat(33)), fieldsGiven('{"a":"[[[')]).toEqual(
    [0, null, 1],
  )
})

test('a body with more fields or items than any call takes is refused before its end is read, however they are nested', () => {
  const object = (fields: number) => `{${Array.from({ length: fields }, (_, at) => `"k${at}":1`).join()}}`
  const list = (items: number, item: string) => `[${Array.from({ length: items }, () => item).join()}]`
  expect([fieldsGiven(object(maxFields)), fieldsGiven(object(maxFields + 1))]).toEqual([maxFields, null])
  expect(fieldsGiven(list(maxFields + 1, '{"a":1}'))).toBeNull()
  expect([fieldsGiven(list(maxParts, '1')), fieldsGiven(list(maxParts + 1, '1'))]).toEqual([0, null])
  expect([fieldsGiven(list(maxParts / 2, '{}')), fieldsGiven(list(maxParts / 2 + 1, '{}'))]).toEqual([0, null])
  expect(fieldsGiven(JSON.stringify({ text: ',:[{'.repeat(maxParts) }))).toBe(1)
})
