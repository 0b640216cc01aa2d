import type { ReviewWork } from '@tongchuang/contract/review-work.admin.ts'
import { ReadFailure } from '@tongchuang/ui/read-failure.tsx'
import { useSwipe } from '@tongchuang/ui/use-swipe.ts'
import type { ReactNode } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { decisionOf } from '../../queries/review.ts'
import { AreaList } from './area-list.tsx'
import { CorrectDialog } from './correct-dialog.tsx'
import { Closed, Decide } from './decide.tsx'
import { ReturnDialog, WordlessDialog } from './dialogs.tsx'
import { MarkDialog } from './marks.tsx'
import { MoreDialog } from './more-dialog.tsx'
import { PhoneBar } from './phone-bar.tsx'
import phone from './phone-review.module.css'
import { PhoneDrawer } from './phone-drawer.tsx'
import styles from './review-page.module.css'
import { ScorePane, type ScoreParts } from './score-pane.tsx'
import type { Lock } from './use-open-work.ts'
import { useDrawing } from './use-drawing.ts'
import { useHandedFocus } from './use-handed-focus.ts'
import { useIsPhone } from './use-is-phone.ts'
import { useWorkReview } from './use-work-review.ts'
import { nameOf } from './work-list.tsx'
import { WorkPane } from './work-pane.tsx'
import type { SendVoice } from './voices/use-voices.ts'
import { VoiceList } from './voices/voice-list.tsx'

type Props = {
  work: ReviewWork
  lock: Lock
  onTryAgain: () => void
  onDecided: (work: ReviewWork, isPressing: boolean) => void
  answered: ReactNode
  /** Sends a recording to the server. */
  sendVoice: SendVoice
  /** Opens the previous or next work, by a swipe. */
  onStep: (by: 1 | -1) => void
  hasNext: boolean
  /** The content of the last button in a phone’s top bar; null while it is closed. */
  more: { acts: ReactNode; onClose: () => void } | null
}
type Review = ReturnType<typeof useWorkReview>

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
        max_score={work.max_score}
        decision={decisionOf(work)}
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
          review.drawer.open('words')
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

/** One work under review: the submission and the review form. Mount it anew for each work. */
export const WorkReview = (props: Props) => {
  const { work, lock, onTryAgain, onDecided, answered, sendVoice, onStep, hasNext, more } = props
  const { review: texts } = useTexts()
  const review = useWorkReview(work, lock, { onDecided, sendVoice, onTryAgain })
  // While a decision is being saved, no input is accepted, because it would be part of no result.
  const takes = review.isOpen && !review.isSaving
  const { isOpen, form, change, fields, setDialog, shown, files, drawer, areas, voices, speaking } = review
  const isPhone = useIsPhone()
  const drawing = useDrawing(shown, areas, { files, isOpen: takes, openWords: () => drawer.open('words') })
  const middle = useHandedFocus(fields.type !== null)
  const swipe = useSwipe(
    () => onStep(1),
    () => onStep(-1),
  )
  const closed = (work.status === 'released' || lock.state === 'other' || lock.state === 'unreached') && (
    <Closed work={work} lock={lock} onTryAgain={onTryAgain} onCorrect={() => setDialog({ kind: 'correct' })} />
  )
  const head = { work, shown, onShow: review.show, form, onChange: isOpen ? change : null, files }
  const parts: ScoreParts = {
    work,
    form: fields.form,
    areas: (
      <>
        <AreaList drawing={drawing} voices={voices} speaking={speaking} talksHere={!isPhone} />
        <VoiceList
          voices={voices}
          speaking={speaking}
          canSpeak={takes}
          talksHere={!isPhone}
          aboutMarks={new Set(areas.list.flatMap(({ audio_id }) => audio_id ?? []))}
        />
      </>
    ),
    answered,
    saving: review.saving,
    onChange: fields.type,
    at: review.criterion.at,
    onAt: review.criterion.go,
    feedback: review.feedback,
    commentsOpen: review.comments.isOpen,
    onComments: review.comments.setOpen,
    ...{ conflict: review.conflict, leftWords: review.leftWords },
  }
  return (
    <>
      <section
        ref={middle}
        data-work
        data-drawer={drawer.part ?? undefined}
        data-next={(isPhone && hasNext) || undefined}
        className={styles.middle}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, with the keyboard as well
        tabIndex={0}
        aria-label={nameOf(work)}
        {...(isPhone && swipe)}
      >
        <ReadFailure of={review.other} />
        <WorkPane
          {...head}
          text={review.text}
          onMark={review.openMark}
          drawing={drawing}
          isPhone={isPhone}
          onMarkPressed={() => drawer.open('words')}
        />
      </section>
      {isPhone ? (
        <PhoneDrawer
          {...parts}
          drawer={drawer}
          bar={isOpen ? <PhoneBar review={review} drawing={drawing} /> : <div className={phone.closed}>{closed}</div>}
        />
      ) : (
        <aside className={styles.right} aria-label={texts.score}>
          <ScorePane {...parts} foot={isOpen ? <Decide {...review} /> : closed} />
        </aside>
      )}
      {more && <MoreDialog head={head} review={review} acts={more.acts} onClose={more.onClose} />}
      <Dialogs work={work} review={review} />
    </>
  )
}
