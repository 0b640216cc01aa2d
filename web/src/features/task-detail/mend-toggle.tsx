import { reviews } from '@tongchuang/contract/reviews.ts'
import { mendedAfter } from '@tongchuang/contract/rules/mended.ts'
import { send } from '@tongchuang/ui/send.ts'
import { StateIcon } from '@tongchuang/ui/state-icon.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTexts } from '../../locales/texts.ts'
import { studentTaskKey } from '../../queries/keys.ts'
import type { Feedback, StudentTask } from '../../queries/student-task.ts'
import styles from './mend-toggle.module.css'

type MendedMark = { kind: 'text' | 'area'; place: number }

const useMend = (result_id: number) => {
  const client = useQueryClient()
  const queryKey = [...studentTaskKey, 'one']
  const mutationKey = ['mend', result_id]
  const show = (next: (mended: Feedback['mended']) => Feedback['mended']) =>
    client.setQueriesData<StudentTask>(
      { queryKey },
      (page) =>
        page && {
          ...page,
          feedback: page.feedback.map((one) => (one.id === result_id ? { ...one, mended: next(one.mended) } : one)),
        },
    )
  return useMutation({
    mutationKey,
    // Requests run one after the other, so the last response contains all changes.
    scope: { id: mutationKey.join() },
    mutationFn: (input: MendedMark & { mended: boolean }) => send(reviews.mend, { result_id, ...input }),
    onMutate: (input) => show((mended) => mendedAfter(mended, input, { by: 'student', at: new Date().toISOString() })),
    onSuccess: ({ mended }) => client.isMutating({ mutationKey }) === 1 && show(() => mended),
    // The mark may have been changed by somebody else, or the work deleted.
    onError: () => client.invalidateQueries({ queryKey }),
  })
}

/** Sets or removes the mended state of one mark of a returned work. */
export const MendToggle = ({ feedback, number, ...at }: MendedMark & { feedback: Feedback; number: number }) => {
  const { taskDetail: texts } = useTexts()
  const mend = useMend(feedback.id)
  if (feedback.decision !== 'return') return null
  const done = feedback.mended.find(({ kind, place }) => kind === at.kind && place === at.place)
  return (
    <span className={styles.mended}>
      <button
        type="button"
        className={styles.toggle}
        aria-pressed={done !== undefined}
        aria-label={texts.mendedPlace(number)}
        onClick={() => mend.mutate({ ...at, mended: done === undefined })}
      >
        {done ? <StateIcon state="passed" size={18} /> : <i aria-hidden />}
        {texts.mended}
      </button>
      {done?.by === 'staff' && <small>{texts.mendedByStaff}</small>}
    </span>
  )
}

/** The number of marks that are mended, out of all marks of a returned work. */
export const MendedCount = ({ feedback }: { feedback: Feedback }) => {
  const { taskDetail: texts } = useTexts()
  const all = feedback.marks.length + feedback.areas.length
  if (feedback.decision !== 'return' || all === 0) return null
  return <output className={`num ${styles.count}`}>{texts.mendedCount(feedback.mended.length, all)}</output>
}
