import type { ReviewWork } from '@tongchuang/contract/review-work.admin.ts'
import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import { worksAdmin } from '@tongchuang/contract/works.admin.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { Field } from '@tongchuang/ui/field.tsx'
import { useMe } from '@tongchuang/ui/me.tsx'
import { send } from '@tongchuang/ui/send.ts'
import { showToast } from '@tongchuang/ui/toast.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import styles from './desk.module.css'
import { CorrectDialog, ReturnDialog } from './dialogs.tsx'
import { percentOf, sent } from './form.ts'
import { selectedIn, sentencesOf } from './anchor.ts'
import { MarkDialog, type Place } from './marks.tsx'
import { workQuery } from './queries.ts'
import { ScorePane } from './score-pane.tsx'
import { useKeys } from './use-keys.ts'
import type { Lock } from './use-open-work.ts'
import { useReviewForm } from './use-review-form.ts'
import { nameOf } from './work-list.tsx'
import { WorkPane } from './work-pane.tsx'

type Decision = 'pass' | 'return' | 'fail'

/** One work under review: what was handed in, and what its reviewer makes of it. Mounted anew for each work. */
export const Desk = ({
  work,
  lock,
  onTryAgain,
  onDecided,
}: {
  work: ReviewWork
  lock: Lock
  onTryAgain: () => void
  onDecided: (work: ReviewWork) => void
}) => {
  const { review } = useTexts()
  const { id: user_id } = useMe()
  const isOpen = lock.state === 'mine' && work.status !== 'released'
  const { form, saving, change, theirs, settle, done, settled } = useReviewForm(work, user_id, isOpen)
  const [shownId, setShownId] = useState(work.submit_id)
  const { data: other } = useQuery({ ...workQuery(shownId), enabled: shownId !== work.submit_id })
  const shown = shownId === work.submit_id ? work : (other ?? work)
  const [at, setAt] = useState(0)
  const [dialog, setDialog] = useState<'return' | 'correct' | 'mark' | null>(null)
  const [place, setPlace] = useState<Place | null>(null)
  const [sentences, setSentences] = useState<readonly Place[]>([])
  const [comments, setComments] = useState(false)
  const [excellent, setExcellent] = useState<string | null>(null)
  const text = useRef<HTMLDivElement>(null)
  const feedback = useRef<HTMLTextAreaElement>(null)

  const decide = useMutation({
    mutationFn: async ({ decision, return_due_at }: { decision: Decision; return_due_at?: string | null }) => {
      await settled()
      const picked = decision === 'pass' ? excellent?.trim() : undefined
      const saved = await send(reviewsAdmin.decide, {
        ...sent(work, form),
        decision,
        ...(form.version !== null && { version: form.version }),
        ...(return_due_at && { return_due_at }),
      })
      done()
      if (picked) await send(worksAdmin.pick, { submit_id: work.submit_id, reason: picked }).catch(() => undefined)
      return { saved, decision }
    },
    onSuccess: ({ saved, decision }) => {
      const word = decision === 'return' ? review.returned : decision === 'fail' ? review.failed : review.passed
      const score = saved.score === null ? word : review.points(saved.score)
      showToast(
        review.savedToast(nameOf(work), saved.held ? review.heldToast : decision === 'return' ? word : score),
        'success',
      )
      onDecided(work)
    },
  })

  const total = percentOf(work, form)
  const preselected: Decision = total === null || total.final >= work.pass_line ? 'pass' : 'fail'
  const save = (decision: Decision) => {
    if (!isOpen || decide.isPending) return
    if (decision === 'fail' && form.text.trim() === '' && form.marks.length === 0) {
      showToast(review.returnNeedsReason, 'warning')
      feedback.current?.focus()
      return
    }
    if (excellent !== null && excellent.trim() === '' && decision === 'pass') {
      showToast(review.excellentNeedsReason, 'warning')
      return
    }
    decide.mutate({ decision })
  }
  const addMark = () => {
    setPlace(selectedIn(text.current))
    setSentences(sentencesOf(text.current))
    setDialog('mark')
  }
  const level = (n: number) => {
    const criterion = work.criteria[at]
    if (criterion) {
      change({ levels: { ...form.levels, [criterion.id]: n } })
      setAt(Math.min(at + 1, work.criteria.length - 1))
    } else if (work.scored) change({ score: String((work.max_score * n) / 5) })
  }
  const toggleExcellent = () => setExcellent(excellent === null ? '' : null)
  useKeys(
    isOpen
      ? {
          ...Object.fromEntries([1, 2, 3, 4, 5].map((n) => [String(n), () => level(n)])),
          ArrowDown: () => setAt(Math.min(at + 1, Math.max(0, work.criteria.length - 1))),
          ArrowUp: () => setAt(Math.max(0, at - 1)),
          c: () => feedback.current?.focus(),
          q: () => setComments(!comments),
          m: addMark,
          w: () => change({ waive: !form.waive }),
          h: () => change({ hold: !form.hold }),
          r: () => setDialog('return'),
          e: toggleExcellent,
          x: () => save('fail'),
          s: () => save(preselected),
        }
      : {},
  )

  const foot = isOpen ? (
    <>
      {excellent !== null && (
        <Field
          label={review.excellentReason}
          maxLength={200}
          value={excellent}
          onChange={(event) => setExcellent(event.target.value)}
        />
      )}
      <label className={styles.check}>
        <input type="checkbox" checked={form.hold} onChange={(event) => change({ hold: event.target.checked })} />
        {review.hold}
        <kbd>h</kbd>
      </label>
      <div className={styles.buttons}>
        <Button onClick={() => setDialog('return')}>
          {review.return} <kbd>r</kbd>
        </Button>
        <Button aria-pressed={excellent !== null} onClick={toggleExcellent}>
          {review.excellent} <kbd>e</kbd>
        </Button>
        <Button onClick={() => save('fail')}>
          {review.saveFail} <kbd>x</kbd>
        </Button>
        <Button tone="primary" busy={decide.isPending} onClick={() => save(preselected)}>
          {review.saveNext} <kbd>s</kbd>
        </Button>
      </div>
    </>
  ) : work.status === 'released' ? (
    <>
      <p className={styles.note}>{review.isReleased}</p>
      <Button onClick={() => setDialog('correct')}>{review.correct}</Button>
    </>
  ) : (
    lock.state === 'other' && (
      <>
        <output className={styles.note}>
          {lock.holder === '' ? review.lockLost : review.locked(lock.holder)} {review.lockedText}
        </output>
        <Button onClick={onTryAgain}>{review.tryAgain}</Button>
      </>
    )
  )

  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, with the keyboard as well */}
      <section className={styles.middle} tabIndex={0} aria-label={nameOf(work)}>
        <WorkPane
          work={work}
          shown={shown}
          onShow={setShownId}
          form={form}
          onChange={isOpen ? change : null}
          text={text}
          onMark={addMark}
        />
      </section>
      <aside className={styles.right} aria-label={review.score}>
        <ScorePane
          work={work}
          form={form}
          saving={saving}
          onChange={isOpen ? change : null}
          at={at}
          onAt={setAt}
          feedback={feedback}
          commentsOpen={comments}
          onComments={setComments}
          foot={foot}
          conflict={theirs ? settle : null}
        />
      </aside>
      {dialog === 'return' && (
        <ReturnDialog
          text={form.text}
          onText={(words) => change({ text: words })}
          hasMarks={form.marks.length > 0}
          busy={decide.isPending}
          onReturn={(return_due_at) => decide.mutate({ decision: 'return', return_due_at })}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'correct' && (
        <CorrectDialog
          submit_id={work.submit_id}
          score={work.result?.score ?? null}
          scored={work.scored}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'mark' && (
        <MarkDialog
          submit_id={work.submit_id}
          selected={place}
          sentences={sentences}
          onAdd={(mark) => change({ marks: [...form.marks, { ...mark, version: shown.version }] })}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  )
}
