/**
 * The schema vocabulary of the contract. Typebox is imported by name only, here and nowhere else in the contract: its
 * default export would cost a browser 20 KB instead of 4.
 */
import {
  Array as list,
  Boolean as boolean,
  Enum as typeboxEnum,
  Integer as integer,
  Literal as literal,
  Null as nothing,
  Number as number,
  Object as object,
  Optional as optional,
  Record as record,
  String as string,
  Union as union,
} from 'typebox'
import type { Static, TEnum, TObject, TProperties, TSchema } from 'typebox'

export { boolean, integer, list, literal, number, optional, record, string, union }
export type { Static, TObject, TProperties, TSchema }

/** An object with these fields; any other field is refused. */
export const fields = <P extends TProperties>(properties: P): TObject<P> =>
  object(properties, { additionalProperties: false })

/** A value or null. */
export const nullable = <S extends TSchema>(schema: S) => union([schema, nothing()])

/** One of a few fixed words. */
export const oneOf = <const T extends readonly string[]>(...words: T): TEnum<[...T]> => typeboxEnum<[...T]>([...words])

/** The id of a row: 1…2^31−1. In a query string or body it may also arrive as a decimal string. */
export const id = () => integer({ minimum: 1, maximum: 2 ** 31 - 1 })

/** An id, or 0, which a call reads as "all of the caller's". */
export const idOrZero = () => integer({ minimum: 0, maximum: 2 ** 31 - 1 })

/**
 * Text typed by a person. Lengths count code points. The format `text` is defined by the product: well-formed Unicode
 * without NUL, so that a stored text reads back exactly as sent.
 */
export const text = (maxLength: number, minLength = 0) => string({ minLength, maxLength, format: 'text' })

/** Short text such as a name or a title; if `minLength` is above 0, text of white space only is refused. */
export const line = (maxLength: number, minLength = 1) =>
  string({ minLength, maxLength, format: minLength > 0 ? 'line' : 'text' })

/** A moment: ISO-8601 in UTC, for example 2026-12-03T14:00:00.000Z. */
export const instant = () => string({ format: 'instant' })

/** A whole number that is never negative: of milliseconds, seconds, bytes, people and so on. */
export const count = (maximum = Number.MAX_SAFE_INTEGER) => integer({ minimum: 0, maximum })

/** The number of saves, which the next save sends as its base. The maximum plus one still fits its column. */
export const timesSaved = () => count(2 ** 31 - 2)

/** A percent, 0–100; use `nullable` where there may be none. */
export const percent = () => number({ minimum: 0, maximum: 100 })

/** No payload: no body or `{}`. */
export const none = () => fields({})

/** The `next` of the page before: the sort keys of its last row, one of which may be a title of 80 characters. */
const after = () => optional(string({ minLength: 1, maxLength: 1_000, format: 'text' }))

/** The paging fields of every list: `page` 1…100, or `after` = the `next` of the page before. */
export const paging = {
  page: optional(integer({ minimum: 1, maximum: 100 })),
  limit: optional(integer({ minimum: 1, maximum: 100 })),
  after: after(),
}

/** A page of a list: `total` is counted to 1,000, beyond that `total_more` is true; `next` is null on the last page. */
export const pageOf = <S extends TSchema>(item: S) =>
  fields({
    list: list(item),
    total: count(),
    total_more: optional(boolean()),
    page: integer(),
    limit: integer(),
    next: nullable(string()),
  })
