import type { ReviewWork } from '@tongchuang/contract/review-work.admin.ts'
import { showToast } from '@tongchuang/ui/toast.ts'
import { useEffect } from 'react'
import { currentTexts } from '../../locales/texts.ts'
import { formNow, reweighed, type Form } from './form.ts'

/** What is written so far, and how it is replaced. */
type Written = { now: () => { form: Form; isUnsaved: boolean }; put: (next: Form, isUnsaved?: boolean) => void }

/**
 * Adapts a score given for other full marks, for other weights, or before the keys were corrected, and shows what has
 * changed.
 */
export const useFollowing = (work: ReviewWork, { now, put }: Written): void => {
  useEffect(() => {
    const { form: before, isUnsaved } = now()
    const after = formNow(work, before)
    if (after === before) return
    put(after, isUnsaved)
    const { fullMarks } = currentTexts() ?? {}
    const words =
      before.scale === after.scale
        ? fullMarks?.remarked(before.score, after.score)
        : fullMarks?.rescaled(before.scale, after.scale, after.score)
    // In a released result nothing was typed, so there is nothing to report.
    if (work.status === 'released') return
    if (words && after.score !== before.score) showToast(words, 'warning')
    const weights = reweighed(work, before)
    if (fullMarks && weights.length > 0) showToast(fullMarks.reweighed(weights), 'warning')
  }, [work, now, put])
}
