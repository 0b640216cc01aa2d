import type { Language, RefusalData } from '@tongchuang/contract/errors.ts'

/** A sentence in both languages. */
export type Bilingual = { readonly zh: string; readonly en: string }

/** The language of a request: English when its first choice is any English, else Chinese. */
export const languageOf = (acceptLanguage: string | undefined): Language =>
  acceptLanguage !== undefined && /^\s*en\b/i.test(acceptLanguage) ? 'en-US' : 'zh-CN'

/** One language of a sentence. */
export const say = (sentence: Bilingual, language: Language): string =>
  language === 'en-US' ? sentence.en : sentence.zh

const isBilingual = (value: unknown): value is Bilingual =>
  typeof value === 'object' &&
  value !== null &&
  'zh' in value &&
  typeof value.zh === 'string' &&
  'en' in value &&
  typeof value.en === 'string'

/**
 * Data of a refusal with its two-language sentences put into one language. Rules are pure and do not know who asks:
 * they may refuse with `{ problem: { zh, en } }` or with lists of such pairs.
 */
export const inLanguage = (data: RefusalData, language: Language): RefusalData => {
  const one = (value: unknown): unknown =>
    isBilingual(value) ? say(value, language) : Array.isArray(value) ? value.map(one) : value
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, one(value)]))
}
