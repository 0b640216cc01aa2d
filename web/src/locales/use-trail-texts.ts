import { useLanguage } from '@tongchuang/ui/language.ts'
import { trail as enUS } from './en-US/trail.ts'
import { trail as zhCN } from './zh-CN/trail.ts'

/** The words of the trail: they come with it, for a guild without chapters has none. */
export const useTrailTexts = (): typeof zhCN => (useLanguage() === 'zh-CN' ? zhCN : enUS)
