import { overdue } from '@tongchuang/contract/rules/lateness.ts'
import type { Dated } from '@tongchuang/contract/rules/lateness.ts'
import type { Language } from '@tongchuang/ui/language.ts'
import { leafOf } from '@tongchuang/ui/time.ts'
import type { Leaf } from '@tongchuang/ui/time.ts'
import type { Texts } from './texts.ts'

/** What handing in now costs, where the due date of something under way has passed; null for anything else. */
export const overdueWords = (task: Dated, tasks: Texts['tasks'], now: number): string | null => {
  const late = overdue(task, now)
  return late && tasks.overdue(late.deduction)
}

/** The calendar leaf of something under way: its colour says what the words beside it say. */
export const dueLeaf = (task: Dated & { due_at: string }, language: Language, now: number): Leaf => {
  const leaf = leafOf(task.due_at, language, now)
  if (overdue(task, now)) return { ...leaf, tone: 'late' }
  return task.state === 'returned' && leaf.tone !== 'closed' ? { ...leaf, tone: 'returned' } : leaf
}
