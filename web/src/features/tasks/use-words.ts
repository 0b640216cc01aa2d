import { useLanguage } from '@tongchuang/ui/language.ts'
import { useNow } from '@tongchuang/ui/use-now.ts'
import { useTexts } from '../../locales/texts.ts'

/** The inputs of the wording of a task: texts, language and the server's clock. */
export const useWords = () => {
  const { square: texts, tasks } = useTexts()
  return { texts, tasks, language: useLanguage(), now: useNow(60) }
}
