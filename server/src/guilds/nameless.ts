import type { Language } from '@tongchuang/contract/errors.ts'
import { say } from '../http/language.ts'

/** What is read in place of a name. */
export const nameless = (language: Language): string => say({ zh: '同学', en: 'A fellow student' }, language)
