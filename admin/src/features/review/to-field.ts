import type { ReviewWork } from '@tongchuang/contract/review-work.admin.ts'
import { wrongIn, type Form } from './form.ts'

/** The digits of the keys give fifths of the full marks; any other score is typed. */
export const toScore = () => {
  const field = document.querySelector<HTMLInputElement>('[data-score]')
  field?.focus()
  field?.select()
}

/** Whether everything typed is valid; otherwise brings the first invalid field into view and focuses it. */
export const arePutRight = (work: ReviewWork, form: Form, toAnswers: () => void): boolean => {
  const wrong = wrongIn(work, form)
  if (wrong === null) return true
  if (wrong !== 'score') toAnswers()
  const field = wrong === 'score' ? '[data-score]' : `[data-points="${CSS.escape(wrong.question_id)}"]`
  requestAnimationFrame(() => document.querySelector<HTMLElement>(field)?.focus())
  return false
}
