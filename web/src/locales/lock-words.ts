import type { TaskCard } from '@tongchuang/contract/tasks.ts'
import { CallFailed } from '@tongchuang/contract/sender.ts'
import { failureText } from '@tongchuang/ui/fetch-transport.ts'
import type { Language } from '@tongchuang/ui/language.ts'
import { formatMoment } from '@tongchuang/ui/time.ts'
import type { Texts } from './texts.ts'

type Lock = TaskCard['lock'][number]

/** Why a task cannot be taken, in words; moments arrive as instants. */
export const lockWords = (
  { reason, text }: Lock,
  locks: Texts['tasks']['locks'],
  language: Language,
  now: number,
): string => {
  const isMoment = (reason === 'NOT_OPEN' || reason === 'COOLDOWN') && text !== ''
  return locks[reason](isMoment ? formatMoment(text, language, now) : text)
}

/**
 * Why accepting failed. A task that filled up meanwhile says what its card will say; the refusal itself speaks of
 * guilds as well.
 */
export const acceptFailure = (error: unknown, locks: Texts['tasks']['locks']): string =>
  error instanceof CallFailed && error.reason === 'FULL' ? locks.FULL() : failureText(error)
