import type { ReviewWork } from '@tongchuang/contract/review-work.admin.ts'
import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import { CallFailed } from '@tongchuang/contract/sender.ts'
import { worksAdmin } from '@tongchuang/contract/works.admin.ts'
import { failureText } from '@tongchuang/ui/fetch-transport.ts'
import { ownSession } from '@tongchuang/ui/own-session.ts'
import { send, sendQuietly } from '@tongchuang/ui/send.ts'
import { adminSession } from '@tongchuang/ui/session.ts'
import { replaceToast, showToast } from '@tongchuang/ui/toast.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTexts } from '../../locales/texts.ts'
import { isOfOldScale, workQuery } from '../../queries/review.ts'
import { sent, type Form } from './form.ts'
import { isTyping, keysPressed } from './keys-at-rest.ts'
import { nameOf } from './work-list.tsx'

export type Decision = 'pass' | 'return' | 'fail'

type Parts = {
  work: ReviewWork
  form: Form
  /** Why the work is excellent; null where it is not marked as such. */
  excellent: string | null
  /** Called when everything is saved: the reason is not needed again. */
  forgetReason: () => void
  /** Waits for a draft on its way, and ends the draft once there is a result. */
  draft: { settled: () => Promise<void>; done: () => void }
  /** `isPressing`: keys were pressed or words written while the answer was on its way. */
  onDecided: (work: ReviewWork, isPressing: boolean) => void
}

const isChanged = (error: unknown): boolean => error instanceof CallFailed && error.reason === 'CHANGED'

/** The failure in words, or null where the work is marked as excellent. */
const pick = (submit_id: number, reason: string, pickedAlready: string): Promise<string | null> =>
  // This page does not show whether a colleague has picked it.
  sendQuietly(worksAdmin.pick, { submit_id, reason, seen: null }).then(
    () => null,
    (error: unknown) => (isChanged(error) ? pickedAlready : failureText(error)),
  )

/** Saves a decision. A pick comes after it: where only that fails, the result stands and the failure is said. */
export const useDecision = ({ work, form, excellent, forgetReason, draft, onDecided }: Parts) => {
  const { review, moderation } = useTexts()
  const client = useQueryClient()
  return useMutation({
    onMutate: keysPressed,
    mutationFn: async ({ decision, return_due_at }: { decision: Decision; return_due_at?: string | null }) => {
      const own = ownSession(adminSession)
      await draft.settled().catch((error: unknown) => {
        // No call has reported this failure yet.
        showToast(failureText(error), 'warning')
        throw error
      })
      own.check()
      const reason = decision === 'pass' ? excellent?.trim() : undefined
      const saved = await send(reviewsAdmin.decide, {
        ...sent(work, form),
        decision,
        ...(form.version !== null && { version: form.version }),
        ...(return_due_at && { return_due_at }),
      })
      draft.done()
      return {
        saved,
        decision,
        notPicked: reason ? await pick(work.submit_id, reason, moderation.pickedAlready) : null,
      }
    },
    // What was typed stays, and follows to the full marks and keys of now once the work is read anew.
    onError: (error) =>
      (isOfOldScale(error) || isChanged(error)) && client.invalidateQueries(workQuery(work.submit_id)),
    onSuccess: ({ saved, decision, notPicked }, _, pressedBefore) => {
      const word = decision === 'return' ? review.returned : decision === 'fail' ? review.failed : review.passed
      const score = saved.score === null ? word : review.points(saved.score)
      const said = saved.held ? review.heldToast : decision === 'return' ? word : score
      // One at a time: whoever marks fast sees the next work, not the messages about the last four.
      if (notPicked === null) {
        forgetReason()
        replaceToast('decision', review.savedToast(nameOf(work), said), 'success')
      } else showToast(moderation.notPicked(nameOf(work), notPicked), 'warning')
      onDecided(work, keysPressed() !== pressedBefore || isTyping(document.activeElement))
    },
  })
}
