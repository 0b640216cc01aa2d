import { useLanguage } from '@tongchuang/ui/language.ts'
import { booklet as enUS } from './en-US/booklet.ts'
import { booklet as zhCN } from './zh-CN/booklet.ts'

/** The words of the booklet: with the one part that says them, for no other page waits for them. */
export const useBookletTexts = (): typeof zhCN => (useLanguage() === 'zh-CN' ? zhCN : enUS)
