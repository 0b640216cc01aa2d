import type { Language } from '@tongchuang/contract/errors.ts'
import { say } from '../http/language.ts'

/** The words shown in place of a name. */
export const nameless = (language: Language): string => say({ zh: '同学', en: 'A fellow student' }, language)
