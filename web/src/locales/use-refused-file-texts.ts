import { currentLanguage, useLanguage } from '@tongchuang/ui/language.ts'
import { refusedFile as enUS } from './en-US/refused-file.ts'
import { refusedFile as zhCN } from './zh-CN/refused-file.ts'

/** Why a file cannot be submitted: with the list of files, which is loaded once there is one. */
export const refusedFileTexts = (language = currentLanguage()): typeof zhCN => (language === 'zh-CN' ? zhCN : enUS)

export const useRefusedFileTexts = (): typeof zhCN => refusedFileTexts(useLanguage())
