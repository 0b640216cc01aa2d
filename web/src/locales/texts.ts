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
let part: 'door' | 'all' = 'door'

const read = async (language: Language, wanted: typeof part): Promise<Texts> => {
  if (wanted === 'all') return language === 'zh-CN' ? (await import('./zh-CN.ts')).zhCN : (await import('./en-US.ts')).enUS
  return (language === 'zh-CN' ? (await import('./zh-CN/door.ts')).door : (await import('./en-US/door.ts')).door) as Texts
}

/** Brings the words before anything is drawn with them; what has come stays, whichever of two loads is the later. */
export const loadTexts = async (language: Language, wanted: typeof part): Promise<void> => {
  if (texts.get() && (part === 'all' || wanted === 'door')) return
  const loaded = await read(language, wanted)
  if (texts.get() && part === 'all') return
  part = wanted
  texts.set(loaded)
}

/** Switches the language: words first, so that nothing is drawn half and half. */
export const switchLanguage = async (language: Language): Promise<void> => {
  const next = await read(language, part)
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
