import { overdue } from '@tongchuang/contract/rules/lateness.ts'
import { useLanguage } from '@tongchuang/ui/language.ts'
import { formatMoment, formatRemaining } from '@tongchuang/ui/time.ts'
import { uiTexts } from '@tongchuang/ui/ui-texts.ts'
import { useTexts } from '../../locales/texts.ts'
import type { StudentTask } from '../../queries/student-task.ts'

/**
 * What the clock means for a task that is worked on: how long it is open, what lateness costs, what happens at its end.
 */
export const useTimeWords = (task: StudentTask['task'], now: number, uploading: number) => {
  const { submissions: texts, tasks } = useTexts()
  const language = useLanguage()
  const late = overdue(task, now)
  const isOver = task.last_at !== null && Date.parse(task.last_at) <= now

  const timeWords = () => {
    if (isOver) return texts.closedNow
    if (late) return tasks.overdue(late.deduction)
    return task.due_at === null ? uiTexts(language).noDue : formatRemaining(task.due_at, language, now)
  }
  const endWords = () => {
    if (!task.submit_drafts || task.last_at === null) return null
    return isOver ? texts.sealedSoon : texts.sealedAt(formatMoment(task.last_at, language, now))
  }
  const hintWords = () => {
    if (uploading > 0) return texts.waitUploads(uploading)
    return task.attempts_left === null ? '' : texts.attemptsLeft(task.attempts_left)
  }
  return {
    isLate: late !== null,
    isOver,
    deduction: late?.deduction ?? 0,
    time: timeWords(),
    atTheEnd: endWords(),
    hint: hintWords(),
  }
}
