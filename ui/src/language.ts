import type { Language } from '@tongchuang/contract/errors.ts'
import { createStore, useStore } from './store.ts'

export type { Language }

/** Where the chosen language is kept: specification section 9. */
export const languageKey = 'arco-locale'

/** Nothing stored means zh-CN; anything unknown falls back to en-US (specification section 9). */
export const languageFrom = (stored: string | null): Language =>
  stored === null || stored === 'zh-CN' ? 'zh-CN' : 'en-US'

const stored = (): string | null => {
  if (typeof document === 'undefined') return null // a test
  try {
    return localStorage.getItem(languageKey)
  } catch {
    return null // the browser blocks storage
  }
}

const language = createStore<Language>(languageFrom(stored()))

export const currentLanguage = language.get
export const useLanguage = (): Language => useStore(language)

/** Switches the language and remembers it on this device. */
export const setLanguage = (next: Language): void => {
  language.set(next)
  if (typeof document === 'undefined') return
  document.documentElement.lang = next
  try {
    localStorage.setItem(languageKey, next)
  } catch {
    // it holds for this visit then
  }
}
