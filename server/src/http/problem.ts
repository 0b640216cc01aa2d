import type { ErrorObject } from 'ajv'
import { fail, type Refusal } from '@tongchuang/contract/errors.ts'
import type { Bilingual } from './language.ts'

/** A refusal of one field, with the reason in both languages. */
export const invalid = (field: string, zh: string, en: string): Refusal =>
  fail('INVALID', { field, problem: { zh, en } satisfies Bilingual })

// An unknown field is named back to the caller: never more of it than a name is long, never half a character.
const shown = (name: string): string => name.toWellFormed().slice(0, 60).toWellFormed()

const fieldOf = (error: ErrorObject): string => {
  const path = error.instancePath.slice(1).replaceAll('~1', '/').replaceAll('~0', '~').replaceAll('/', '.')
  const params = error.params as { missingProperty?: string; additionalProperty?: string; propertyName?: string }
  const leaf = params.missingProperty ?? params.additionalProperty ?? params.propertyName
  return shown([path, leaf].filter(Boolean).join('.'))
}

const sentences: Record<string, (field: string, params: Record<string, unknown>) => Bilingual> = {
  required: (field) => ({ zh: `缺少「${field}」`, en: `"${field}" is missing` }),
  additionalProperties: (field) => ({ zh: `不认识的字段「${field}」`, en: `Unknown field "${field}"` }),
  propertyNames: (field) => ({ zh: `不认识的字段「${field}」`, en: `Unknown field "${field}"` }),
  minLength: (field, { limit }) =>
    limit === 1
      ? { zh: `「${field}」不能为空`, en: `"${field}" cannot be empty` }
      : { zh: `「${field}」至少${limit}个字`, en: `"${field}" needs at least ${limit} characters` },
  maxLength: (field, { limit }) => ({
    zh: `「${field}」最多${limit}个字`,
    en: `"${field}" takes at most ${limit} characters`,
  }),
  minItems: (field, { limit }) => ({
    zh: `「${field}」至少${limit}项`,
    en: `"${field}" needs at least ${limit} items`,
  }),
  maxItems: (field, { limit }) => ({ zh: `「${field}」最多${limit}项`, en: `"${field}" takes at most ${limit} items` }),
  minimum: (field, { limit }) => ({ zh: `「${field}」不能小于${limit}`, en: `"${field}" cannot be below ${limit}` }),
  maximum: (field, { limit }) => ({ zh: `「${field}」不能大于${limit}`, en: `"${field}" cannot be above ${limit}` }),
  enum: (field, { allowedValues }) => ({
    zh: `「${field}」只能是${list(allowedValues, '、')}`,
    en: `"${field}" must be one of ${list(allowedValues, ', ')}`,
  }),
  format: (field, { format }) =>
    format === 'instant'
      ? {
          zh: `「${field}」应是UTC时间，例如2026-12-03T14:00:00.000Z`,
          en: `"${field}" must be a time in UTC, like 2026-12-03T14:00:00.000Z`,
        }
      : format === 'line'
        ? {
            zh: `「${field}」不能只有空白，也不能含无法保存的字符`,
            en: `"${field}" cannot be blank or hold characters that cannot be stored`,
          }
        : { zh: `「${field}」含有无法保存的字符`, en: `"${field}" holds characters that cannot be stored` },
}

const list = (values: unknown, between: string): string => (Array.isArray(values) ? values.join(between) : '')

/** The refusal for what a schema did not accept: it names the field and says what is wrong with it. */
export const problemOf = (errors: ErrorObject[] | null | undefined): Refusal => {
  // Of a union the last error is its own, "no branch fits"; the first one tells more only when a value of the right type was refused.
  const error =
    errors?.find(({ keyword }) => keyword !== 'type' && keyword !== 'const' && keyword !== 'anyOf') ?? errors?.[0]
  if (!error) return invalid('', '填写的内容不对', 'Some of this is not valid')
  const field = fieldOf(error)
  const sentence = sentences[error.keyword]?.(field, error.params)
  return fail('INVALID', {
    field,
    problem: sentence ?? {
      zh: field ? `「${field}」的格式不对` : '填写的内容不对',
      en: field ? `"${field}" has the wrong form` : 'Some of this is not valid',
    },
  })
}
