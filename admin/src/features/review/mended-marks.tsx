import type { ReviewWork } from '@tongchuang/contract/review-work.admin.ts'
import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import { mendedAfter } from '@tongchuang/contract/rules/mended.ts'
import { MarkCrop } from '@tongchuang/ui/mark-crop.tsx'
import { ReadFailure } from '@tongchuang/ui/read-failure.tsx'
import { send } from '@tongchuang/ui/send.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTexts } from '../../locales/texts.ts'
import { reviewKey } from '../../queries/keys.ts'
import { workQuery } from '../../queries/review.ts'
import styles from './mended-marks.module.css'

type Answer = ReviewWork['feedback'][number]
type Area = Answer['areas'][number]
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

/** What a mark on a page was drawn on: the part of the picture, or the name of the page. */
const Drawn = ({ area, of, number }: { area: Area; of: ReviewWork; number: number }) => {
  const { mended: texts, review } = useTexts()
  const file = of.files.find(({ id }) => id === area.file_id)
  if (!file) return null
  if (file.kind === 'image') return <MarkCrop file={file} points={area.points} alt={texts.cut(of.version, number)} />
  return <p className={styles.where}>{review.areaWhere(review.drawNames[area.shape], file.name, area.page)}</p>
}

const List = ({ answer }: { answer: Answer }) => {
  const { mended: texts, review } = useTexts()
  const mend = useMend(answer.id)
  const { submit_id, areas } = answer
  const earlier = useQuery({ ...workQuery(submit_id ?? 0), enabled: submit_id !== null && areas.length > 0 })
  const of = earlier.data
  // Numbered as the student has them.
  const marks = [
    ...answer.marks.map(({ text }, place) => ({ kind: 'text' as const, place, text, area: null })),
    ...areas.map((area) => ({ kind: 'area' as const, place: area.id, text: area.text, area })),
  ]
  return (
    <section className={styles.marks} aria-labelledby="mended-marks">
      <h3 id="mended-marks">
        {texts.title(answer.version ?? 1)} <small>{texts.count(answer.mended.length, marks.length)}</small>
      </h3>
      <ReadFailure of={earlier} />
      <ul>
        {marks.map(({ kind, place, text, area }, at) => {
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
                  <b className="num">{texts.place(at + 1)}</b> {text || review.areaOnlyLine}
                  {done && <small>{texts.by[done.by]}</small>}
                </span>
              </label>
              {area && of && <Drawn area={area} of={of} number={at + 1} />}
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
