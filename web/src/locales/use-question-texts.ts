import { useLanguage } from '@tongchuang/ui/language.ts'
import { questions as enUS } from './en-US/questions.ts'
import { questions as zhCN } from './zh-CN/questions.ts'

const words = { 'zh-CN': zhCN, 'en-US': enUS }

/** The words around questions, which come with the parts that show them. */
export const useQuestionTexts = () => words[useLanguage()]
