/**
 * Shared pieces take the words of a page as props; the few words of their own ("close", "try again", "5 hours left")
 * are in texts/, in both languages, typed so that a missing line does not compile.
 */
import { currentLanguage, useLanguage } from './language.ts'
import type { Language } from './language.ts'
import { enUS } from './texts/en-US.ts'
import { zhCN } from './texts/zh-CN.ts'
import type { UiTexts } from './texts/zh-CN.ts'

/** The words of the shared pieces in a language. */
export const uiTexts = (language: Language = currentLanguage()): UiTexts => (language === 'en-US' ? enUS : zhCN)

/** The same for components, which render again when the language changes. */
export const useUiTexts = (): UiTexts => uiTexts(useLanguage())
