import type { Language } from '@tongchuang/contract/errors.ts'
import { Refusal, refusalText } from '@tongchuang/contract/errors.ts'
import type { ClassOutcome } from '@tongchuang/contract/task-set-members.admin.ts'
import { inLanguage } from '../../http/language.ts'

type Class = { task_id: number | null; guild_id: number; guild_name: string }

/**
 * Runs an act in one class; returns that it is done, or the reason for the refusal as that class alone would report it.
 */
export const inClass = async (
  { task_id, guild_id, guild_name }: Class,
  language: Language,
  act: () => Promise<{ task_id: number; made?: boolean }>,
): Promise<ClassOutcome> => {
  const where = { guild_id, guild_name }
  try {
    const { made = false, ...done } = await act()
    return { ...where, ...done, done: true, made, reason: '', text: '' }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { reason, data } = error
    const text = refusalText(reason, inLanguage(data, language), language)
    return { ...where, task_id, done: false, made: false, reason, text }
  }
}
