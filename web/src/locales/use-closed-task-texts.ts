import { useLanguage } from '@tongchuang/ui/language.ts'
import { closedTask as enUS } from './en-US/closed-task.ts'
import { closedTask as zhCN } from './zh-CN/closed-task.ts'

/** Why nothing can be submitted: with the parts that say so, which few students need. */
export const useClosedTaskTexts = (): typeof zhCN => (useLanguage() === 'zh-CN' ? zhCN : enUS)
