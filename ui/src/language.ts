import type { Language } from '@tongchuang/contract/errors.ts'
import { createStore, useStore } from './store.ts'
import { keepWords, wordsOnDevice } from './on-device.ts'

export type { Language }

/** The storage key of the chosen language: specification section 9. */
export const languageKey = 'arco-locale'

/** Nothing stored means zh-CN; anything unknown falls back to en-US (specification section 9). */
export const languageFrom = (stored: string | null): Language =>
  stored === null || stored === 'zh-CN' ? 'zh-CN' : 'en-US'

const stored = () => wordsOnDevice(languageKey)

const language = createStore<Language>(languageFrom(stored()))

/**
 * Stores the language for the server in a cookie of a year, because its document contains the words of a page before
 * any script has run. Chinese needs no cookie.
 */
const tellServer = (chosen: Language): void => {
  if (chosen === 'zh-CN' && !document.cookie.includes('language=')) return
  document.cookie = `language=${chosen}; max-age=31536000; path=/; SameSite=Lax`
}
if (typeof document !== 'undefined') tellServer(language.get())

/**
 * Shows English to a first visitor whose browser asks for it, until they choose. For the admin site: the student site
 * begins in Chinese (specification section 9). Nothing is stored, so that one site does not decide for the other.
 */
export const followBrowser = (wanted: readonly string[]): void => {
  const first = wanted.find((one) => /^(zh|en)\b/i.test(one))
  if (stored() === null && first !== undefined && /^en/i.test(first)) language.set('en-US')
}

export const currentLanguage = language.get
export const useLanguage = (): Language => useStore(language)

/** Switches the language and remembers it on this device. */
export const setLanguage = (next: Language): void => {
  language.set(next)
  if (typeof document === 'undefined') return
  document.documentElement.lang = next
  tellServer(next)
  keepWords(languageKey, next)
}
