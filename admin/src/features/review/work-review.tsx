import type { ReviewWork } from '@tongchuang/contract/review-work.admin.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { Field } from '@tongchuang/ui/field.tsx'
import { ReadFailure } from '@tongchuang/ui/read-failure.tsx'
import type { ReactNode } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { AreaList } from './area-list.tsx'
import { CorrectDialog } from './correct-dialog.tsx'
import { ReturnDialog, WordlessDialog } from './dialogs.tsx'
import { percentOf } from './form.ts'
import { MarkDialog } from './marks.tsx'
import styles from './review-page.module.css'
import { ScorePane } from './score-pane.tsx'
import type { Lock } from './use-open-work.ts'
import { useDrawing } from './use-drawing.ts'
import { useHandedFocus } from './use-handed-focus.ts'
import { useWorkFiles } from './use-work-files.ts'
import { useWorkReview } from './use-work-review.ts'
import { nameOf } from './work-list.tsx'
import { WorkPane } from './work-pane.tsx'
import type { SendVoice } from './voices/use-voices.ts'
import { VoiceList } from './voices/voice-list.tsx'

type Props = {
  work: ReviewWork
  lock: Lock
  onTryAgain: () => void
  onDecided: (work: ReviewWork) => void
  answered: ReactNode
  /** Sends a recording to the server. */
  sendVoice: SendVoice
}
type Review = ReturnType<typeof useWorkReview>

/** Near the thumb on a phone: the way to the score with what it comes to, and on to the next work. */
const Next = ({ work, form, save, preselected, isSaving }: Review & { work: ReviewWork }) => {
  const { review } = useTexts()
  const total = percentOf(work, form)
  const toScore = () => {
    const title = document.querySelector<HTMLElement>('#score')
    title?.scrollIntoView({ block: 'start' })
    title?.focus({ preventScroll: true })
  }
  return (
    <div className={styles.next}>
      <button type="button" className={styles.toScore} onClick={toScore}>
        {review.score}
        {total && <b className="num">{Math.round(total.final * work.max_score) / 100}</b>}
      </button>
      <Button tone="primary" busy={isSaving} onClick={() => save(preselected)}>
        {review.saveNext} <kbd>s</kbd>
      </Button>
    </div>
  )
}

/** Return, excellent, fail, pass: each with its key. */
const Decide = ({ work, ...of }: Review & { work: ReviewWork }) => {
  const { form, change, excellent, setDialog, save } = of
  const { review } = useTexts()
  return (
    <>
      {excellent.reason !== null && (
        <Field
          label={review.excellentReason}
          maxLength={200}
          value={excellent.reason}
          onChange={(event) => excellent.write(event.target.value)}
        />
      )}
      <label className={styles.check}>
        <input type="checkbox" checked={form.hold} onChange={(event) => change({ hold: event.target.checked })} />
        {review.hold}
        <kbd>h</kbd>
      </label>
      <div className={styles.buttons}>
        <Button onClick={() => setDialog({ kind: 'return' })}>
          {review.return} <kbd>r</kbd>
        </Button>
        <Button aria-pressed={excellent.reason !== null} onClick={excellent.toggle}>
          {review.excellent} <kbd>e</kbd>
        </Button>
        <Button onClick={() => save('fail')}>
          {review.saveFail} <kbd>x</kbd>
        </Button>
        <Next work={work} {...of} />
      </div>
    </>
  )
}

/** Why nothing can be decided here: the result is out, or somebody else is at it. */
const Closed = ({
  work,
  lock,
  onTryAgain,
  onCorrect,
}: Pick<Props, 'work' | 'lock' | 'onTryAgain'> & { onCorrect: () => void }) => {
  const { review } = useTexts()
  if (work.status === 'released')
    return (
      <>
        <p className={styles.note}>{review.isReleased}</p>
        <Button onClick={onCorrect}>{review.correct}</Button>
      </>
    )
  return (
    <>
      <output className={styles.note}>
        {lock.holder === '' ? review.lockLost : review.locked(lock.holder)} {review.lockedText}
      </output>
      <Button onClick={onTryAgain}>{review.tryAgain}</Button>
    </>
  )
}

const Dialogs = ({ work, review }: { work: ReviewWork; review: Review }) => {
  const { form, change, shown, dialog, giveBack, isSaving } = review
  const close = () => review.setDialog(null)
  if (dialog?.kind === 'return')
    return (
      <ReturnDialog
        text={form.text}
        onText={(words) => change({ text: words })}
        hasMarks={form.marks.length > 0 || review.hasWords}
        busy={isSaving}
        onReturn={giveBack}
        onClose={close}
      />
    )
  if (dialog?.kind === 'correct')
    return (
      <CorrectDialog
        submit_id={work.submit_id}
        score={work.result?.score ?? null}
        scored={work.scored}
        areas={work.result?.areas ?? []}
        voices={work.result?.voices ?? []}
        onClose={close}
      />
    )
  if (dialog?.kind === 'wordless')
    return (
      <WordlessDialog
        count={review.wordless.length}
        onGoOn={() => {
          close()
          dialog.goOn()
        }}
        onWrite={() => {
          close()
          requestAnimationFrame(() =>
            document.querySelector<HTMLElement>(`#area-${review.wordless[0]?.number}`)?.focus(),
          )
        }}
        onClose={close}
      />
    )
  if (dialog?.kind === 'mark')
    return (
      <MarkDialog
        submit_id={work.submit_id}
        selected={dialog.selected}
        sentences={dialog.sentences}
        onAdd={(mark) => change({ marks: [...form.marks, { ...mark, version: shown.version }] })}
        onClose={close}
      />
    )
  return null
}

/** One work under review: what was handed in, and what its reviewer makes of it. Mounted anew for each work. */
export const WorkReview = ({ work, lock, onTryAgain, onDecided, answered, sendVoice }: Props) => {
  const { review: texts } = useTexts()
  const review = useWorkReview(work, lock, { onDecided, sendVoice })
  const { isOpen, form, change, setDialog } = review
  const files = useWorkFiles(review.shown)
  const drawing = useDrawing(review.shown, review.areas, { files, isOpen })
  const middle = useHandedFocus()
  const isClosed = work.status === 'released' || lock.state === 'other'
  const foot = isOpen ? (
    <Decide work={work} {...review} />
  ) : (
    isClosed && (
      <Closed work={work} lock={lock} onTryAgain={onTryAgain} onCorrect={() => setDialog({ kind: 'correct' })} />
    )
  )
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, with the keyboard as well */}
      <section ref={middle} data-work className={styles.middle} tabIndex={0} aria-label={nameOf(work)}>
        <ReadFailure of={review.other} />
        <WorkPane
          work={work}
          shown={review.shown}
          onShow={review.show}
          form={form}
          onChange={isOpen ? change : null}
          text={review.text}
          onMark={review.openMark}
          files={files}
          drawing={drawing}
        />
      </section>
      <aside className={styles.right} aria-label={texts.score}>
        <ScorePane
          work={work}
          form={form}
          areas={
            <>
              <AreaList drawing={drawing} voices={review.voices} speaking={review.speaking} />
              <VoiceList
                voices={review.voices}
                speaking={review.speaking}
                canSpeak={isOpen}
                aboutMarks={new Set(review.areas.list.flatMap(({ audio_id }) => audio_id ?? []))}
              />
            </>
          }
          answered={answered}
          saving={review.saving}
          onChange={isOpen ? change : null}
          at={review.criterion.at}
          onAt={review.criterion.go}
          feedback={review.feedback}
          commentsOpen={review.comments.isOpen}
          onComments={review.comments.setOpen}
          foot={foot}
          conflict={review.conflict}
        />
      </aside>
      <Dialogs work={work} review={review} />
    </>
  )
}
