import type { ReviewWork } from '@tongchuang/contract/review-work.admin.ts'
import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import { mendedAfter } from '@tongchuang/contract/rules/mended.ts'
import { send } from '@tongchuang/ui/send.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTexts } from '../../locales/texts.ts'
import { reviewKey } from '../../queries/keys.ts'
import styles from './mended-marks.module.css'

type Answer = ReviewWork['feedback'][number]
type MendedMark = { kind: 'text' | 'area'; place: number }

const useMend = (result_id: number) => {
  const client = useQueryClient()
  const queryKey = [...reviewKey, 'work']
  const mutationKey = ['mend', result_id]
  const show = (next: (mended: Answer['mended']) => Answer['mended']) =>
    client.setQueriesData<ReviewWork>(
      { queryKey },
      (work) =>
        work && {
          ...work,
          feedback: work.feedback.map((one) => (one.id === result_id ? { ...one, mended: next(one.mended) } : one)),
        },
    )
  return useMutation({
    mutationKey,
    // One call after another: the last answer includes all of them.
    scope: { id: mutationKey.join() },
    mutationFn: (input: MendedMark & { mended: boolean }) => send(reviewsAdmin.mend, { result_id, ...input }),
    onMutate: (input) => show((mended) => mendedAfter(mended, input, { by: 'staff', at: new Date().toISOString() })),
    onSuccess: ({ mended }) => client.isMutating({ mutationKey }) === 1 && show(() => mended),
    onError: () => client.invalidateQueries({ queryKey }),
  })
}

const List = ({ answer }: { answer: Answer }) => {
  const { review } = useTexts()
  const mend = useMend(answer.id)
  const marks = [
    ...answer.marks.map(({ text }, place) => ({ kind: 'text' as const, place, text })),
    ...answer.areas.map(({ id, text }) => ({ kind: 'area' as const, place: id, text })),
  ]
  return (
    <section className={styles.marks} aria-labelledby="mended-marks">
      <h3 id="mended-marks">
        {review.mendedTitle(answer.version ?? 1)}{' '}
        <small>{review.mendedCount(answer.mended.length, marks.length)}</small>
      </h3>
      <ul>
        {marks.map(({ kind, place, text }) => {
          const done = answer.mended.find((one) => one.kind === kind && one.place === place)
          return (
            <li key={`${kind}${place}`}>
              <label>
                <input
                  type="checkbox"
                  checked={done !== undefined}
                  onChange={(event) => mend.mutate({ kind, place, mended: event.target.checked })}
                />
                <span>
                  {text || review.areaOnlyLine}
                  {done && <small>{review.mendedBy[done.by]}</small>}
                </span>
              </label>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** The marks of the last return, and which of them are mended; ticked by the student or by staff. */
export const MendedMarks = ({ feedback }: { feedback: ReviewWork['feedback'] }) => {
  const answer = feedback.find(({ decision }) => decision === 'return')
  return answer && answer.marks.length + answer.areas.length > 0 ? <List answer={answer} /> : null
}
