import type { Language } from '@tongchuang/contract/errors.ts'
import { say } from '../http/language.ts'
import type { Part, Sentences } from './kind.ts'
import { kinds } from './kinds.ts'
import type { Reader } from './message-data.ts'

const inLanguage = (part: Part, language: Language): string => (typeof part === 'string' ? part : say(part, language))

/** The sentences of a stored message for its reader; a kind of another version of the product keeps its name. */
export const sentencesOf = (
  kind: string,
  data: unknown,
  { language, zone }: Reader,
  { letter = false } = {},
): { title: string; subTitle: string; content: string } => {
  const found = (
    kinds as Readonly<
      Record<string, { sentences: (data: never, zone: string) => Sentences; letter?: (data: never) => Sentences }>
    >
  )[kind]
  if (!found) return { title: kind, subTitle: '', content: '' }
  const {
    title,
    under = '',
    content,
  } = letter && found.letter ? found.letter(data as never) : found.sentences(data as never, zone)
  return {
    title: inLanguage(title, language),
    subTitle: inLanguage(under, language),
    content: inLanguage(content, language),
  }
}
