import { formatMoment } from '@tongchuang/ui/time.ts'
import type { Language } from '@tongchuang/ui/language.ts'
import type { Texts } from '../../locales/texts.ts'
import type { DeskTask } from './queries.ts'

type Lock = DeskTask['task']['lock'][number]

/** Why a task cannot be taken, in words; moments arrive as instants. */
export const lockWords = ({ reason, text }: Lock, texts: Texts['desk'], language: Language, now: number): string => {
  const isMoment = (reason === 'NOT_OPEN' || reason === 'COOLDOWN') && text !== ''
  return texts.locks[reason](isMoment ? formatMoment(text, language, now) : text)
}
