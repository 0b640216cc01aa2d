import { setLanguage } from '@tongchuang/ui/language.ts'
import type { Language } from '@tongchuang/ui/language.ts'
import { createStore, useStore } from '@tongchuang/ui/store.ts'
import type { zhCN } from './zh-CN.ts'

export type Texts = typeof zhCN

/**
 * The words in the language of now. Two sizes exist: `door` (only `accounts` and `shell`) for the pages before the log-in,
 * `all` for everything inside the layout. A page before the log-in that reads another group finds nothing there.
 */
const texts = createStore<Texts | null>(null)
let size: 'door' | 'all' = 'door'

const read = async (language: Language): Promise<Texts> => {
  if (size === 'all') return language === 'zh-CN' ? (await import('./zh-CN.ts')).zhCN : (await import('./en-US.ts')).enUS
  return (language === 'zh-CN' ? (await import('./zh-CN/door.ts')).door : (await import('./en-US/door.ts')).door) as Texts
}

/** Brings the words before anything is drawn with them. */
export const loadTexts = async (language: Language, wanted: 'door' | 'all'): Promise<void> => {
  if (texts.get() && (size === 'all' || wanted === 'door')) return
  if (wanted === 'all') size = 'all'
  texts.set(await read(language))
}

/** Switches the language: words first, so that nothing is drawn half and half. */
export const switchLanguage = async (language: Language): Promise<void> => {
  const next = await read(language)
  setLanguage(language)
  texts.set(next)
}

/** The words, for components. */
export const useTexts = (): Texts => {
  const current = useStore(texts)
  if (!current) throw new Error('loadTexts() comes before the first page')
  return current
}

/** The words, for code outside components. */
export const currentTexts = (): Texts | null => texts.get()
