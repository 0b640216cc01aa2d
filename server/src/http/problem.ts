import type { ErrorObject } from 'ajv'
import { fail, type Refusal } from '@tongchuang/contract/errors.ts'
import { nameOfField } from './field-names.ts'
import type { Bilingual } from './language.ts'

/** A refusal of one field, with the reason in both languages. */
export const invalid = (field: string, zh: string, en: string): Refusal =>
  fail('INVALID', { field, problem: { zh, en } satisfies Bilingual })

// An unknown field name is echoed to the caller: cut to the length of a name, never within a character.
const shown = (name: string): string => name.toWellFormed().slice(0, 60).toWellFormed()

const fieldOf = (error: ErrorObject): string => {
  const path = error.instancePath.slice(1).replaceAll('~1', '/').replaceAll('~0', '~').replaceAll('/', '.')
  const params = error.params as { missingProperty?: string; additionalProperty?: string; propertyName?: string }
  const leaf = params.missingProperty ?? params.additionalProperty ?? params.propertyName
  return shown([path, leaf].filter(Boolean).join('.'))
}

const sentences: Record<string, (name: Bilingual, params: Record<string, unknown>) => Bilingual> = {
  required: (name) => ({ zh: `缺少「${name.zh}」`, en: `"${name.en}" is missing` }),
  additionalProperties: (name) => ({ zh: `不认识的字段「${name.zh}」`, en: `Unknown field "${name.en}"` }),
  propertyNames: (name) => ({ zh: `不认识的字段「${name.zh}」`, en: `Unknown field "${name.en}"` }),
  minLength: (name, { limit }) =>
    limit === 1
      ? { zh: `「${name.zh}」不能为空`, en: `"${name.en}" cannot be empty` }
      : { zh: `「${name.zh}」至少${limit}个字`, en: `"${name.en}" needs at least ${limit} characters` },
  maxLength: (name, { limit }) => ({
    zh: `「${name.zh}」最多${limit}个字`,
    en: `"${name.en}" takes at most ${limit} characters`,
  }),
  minItems: (name, { limit }) => ({
    zh: `「${name.zh}」至少${limit}项`,
    en: `"${name.en}" needs at least ${limit} items`,
  }),
  maxItems: (name, { limit }) => ({
    zh: `「${name.zh}」最多${limit}项`,
    en: `"${name.en}" takes at most ${limit} items`,
  }),
  minimum: (name, { limit }) => ({ zh: `「${name.zh}」不能小于${limit}`, en: `"${name.en}" cannot be below ${limit}` }),
  maximum: (name, { limit }) => ({ zh: `「${name.zh}」不能大于${limit}`, en: `"${name.en}" cannot be above ${limit}` }),
  enum: (name, { allowedValues }) => ({
    zh: `「${name.zh}」只能是${list(allowedValues, '、')}`,
    en: `"${name.en}" must be one of ${list(allowedValues, ', ')}`,
  }),
  format: (name, { format }) =>
    format === 'instant'
      ? {
          zh: `「${name.zh}」应是UTC时间，例如2026-12-03T14:00:00.000Z`,
          en: `"${name.en}" must be a time in UTC, like 2026-12-03T14:00:00.000Z`,
        }
      : format === 'line'
        ? {
            zh: `「${name.zh}」不能只有空白，也不能含无法保存的字符`,
            en: `"${name.en}" cannot be blank or hold characters that cannot be stored`,
          }
        : { zh: `「${name.zh}」含有无法保存的字符`, en: `"${name.en}" holds characters that cannot be stored` },
}

const list = (values: unknown, between: string): string => (Array.isArray(values) ? values.join(between) : '')

/** The refusal for what a schema did not accept: it names the field and says what is wrong with it. */
export const problemOf = (errors: ErrorObject[] | null | undefined): Refusal => {
  // Of a union the last error is its own, "no branch fits"; the first one tells more only when a value of the right
  // type was refused.
  const error =
    errors?.find(({ keyword }) => keyword !== 'type' && keyword !== 'const' && keyword !== 'anyOf') ?? errors?.[0]
  if (!error) return invalid('', '填写的内容不对', 'Some of this is not valid')
  const field = fieldOf(error)
  const name = nameOfField(field)
  const sentence = sentences[error.keyword]?.(name, error.params)
  return fail('INVALID', {
    field,
    problem: sentence ?? {
      zh: field ? `「${name.zh}」的格式不对` : '填写的内容不对',
      en: field ? `"${name.en}" has the wrong form` : 'Some of this is not valid',
    },
  })
}
