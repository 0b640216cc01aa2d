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
  /** The reason for marking the work as excellent; null if it is not marked. */
  excellent: string | null
  /** Called when everything is saved and the reason is no longer needed. */
  forgetReason: () => void
  /**
   * `settled` holds the saving of the draft back, and waits for a save under way; `done` ends the draft once there is a
   * result, and `resume` goes on saving it where there is none.
   */
  draft: { settled: () => Promise<void>; done: () => void; resume: () => void }
  /** `isPressing`: keys were pressed while the answer was awaited. */
  onDecided: (work: ReviewWork, isPressing: boolean) => void
  /** Reads and opens the work again, which somebody else, or another window, has decided or opened meanwhile. */
  openAgain: () => void
}

const takenOver: readonly string[] = ['STATE', 'NOT_REVIEWING', 'LOCKED_REVIEW', 'NOT_FOUND', 'ARCHIVED']
const isTakenOver = (error: unknown): boolean => error instanceof CallFailed && takenOver.includes(error.reason)

const isChanged = (error: unknown): boolean => error instanceof CallFailed && error.reason === 'CHANGED'
// Or all those on the page have a level: then somebody has changed the criteria.
const lacksCriteria = (error: unknown): boolean => error instanceof CallFailed && error.reason === 'CRITERIA'

/** Marks a work as excellent; returns the text of the failure, or null. */
const pick = (submit_id: number, reason: string, pickedAlready: string): Promise<string | null> =>
  // This page does not show whether a colleague has picked it.
  sendQuietly(worksAdmin.pick, { submit_id, reason, seen: null }).then(
    () => null,
    (error: unknown) => (isChanged(error) ? pickedAlready : failureText(error)),
  )

/** Saves a decision, then the pick; if only the pick fails, the result stays and the failure is shown. */
export const useDecision = ({ work, form, excellent, forgetReason, draft, onDecided, openAgain }: Parts) => {
  const { review, moderation } = useTexts()
  const client = useQueryClient()
  return useMutation({
    // Without a network it fails at once: one that waited would lead to the next work while somebody presses again.
    networkMode: 'always',
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
    // The typed values stay; once the work is read again, they are adapted to its current full marks and keys.
    onError: (error) => {
      draft.resume()
      if (isTakenOver(error)) openAgain()
      return (
        (isOfOldScale(error) || isChanged(error) || lacksCriteria(error)) &&
        client.invalidateQueries(workQuery(work.submit_id))
      )
    },
    onSuccess: ({ saved, decision, notPicked }, _, pressedBefore) => {
      const word = decision === 'return' ? review.returned : decision === 'fail' ? review.failed : review.passed
      const score = saved.score === null ? word : review.points(saved.score)
      const said = saved.held ? review.heldToast : decision === 'return' ? word : score
      // Each message replaces the last, so that a fast reviewer sees the next work instead of several messages.
      if (notPicked === null) {
        forgetReason()
        replaceToast('decision', review.savedToast(nameOf(work), said), 'success')
      } else showToast(moderation.notPicked(nameOf(work), notPicked), 'warning')
      onDecided(work, keysPressed() !== pressedBefore || isTyping(document.activeElement))
    },
  })
}
