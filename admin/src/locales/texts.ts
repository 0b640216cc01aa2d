import { setLanguage } from '@tongchuang/ui/language.ts'
import type { Language } from '@tongchuang/ui/language.ts'
import { createStore, useStore } from '@tongchuang/ui/store.ts'
import { showToast } from '@tongchuang/ui/toast.ts'
import { uiTexts } from '@tongchuang/ui/ui-texts.ts'
import type { zhCN } from './zh-CN.ts'

export type Texts = typeof zhCN

const texts = createStore<Texts | null>(null)

const read = async (language: Language): Promise<Texts> =>
  language === 'zh-CN' ? (await import('./zh-CN.ts')).zhCN : (await import('./en-US.ts')).enUS

/** Brings the words before anything is drawn with them. */
export const loadTexts = async (language: Language): Promise<void> => texts.set(await read(language))

/** Switches the language: words first, so that nothing is drawn half and half. Answers whether they came. */
export const switchLanguage = async (language: Language): Promise<boolean> => {
  const next = await read(language).catch(() => null)
  if (next === null) {
    showToast(uiTexts().networkError)
    return false
  }
  setLanguage(language)
  texts.set(next)
  return true
}

/** The words, for components. */
export const useTexts = (): Texts => {
  const current = useStore(texts)
  if (!current) throw new Error('loadTexts() comes before the first page')
  return current
}

/** The words, for code outside components. */
export const currentTexts = (): Texts | null => texts.get()
