import { Button } from '@tongchuang/ui/button.tsx'
import { Field } from '@tongchuang/ui/field.tsx'
import { useLanguage } from '@tongchuang/ui/language.ts'
import { formatMoment } from '@tongchuang/ui/time.ts'
import { showToast } from '@tongchuang/ui/toast.ts'
import { useEnterSubmit } from '@tongchuang/ui/use-enter-submit.ts'
import { usePersistedChanges } from '@tongchuang/ui/use-persisted-changes.ts'
import { useStaffText } from '@tongchuang/ui/use-staff-text.ts'
import { instantOf, wallClock } from '@tongchuang/ui/wall-clock.ts'
import { useTexts } from '../../locales/texts.ts'
import { Entry } from './entry.tsx'
import { useAnswerExtension, type Extension } from './queries.ts'
import styles from './requests.module.css'

const Answer = ({ request }: { request: Extension }) => {
  const { review } = useTexts()
  // Kept like the text, which may name another time than the one that was asked for.
  const { values, set, forget } = usePersistedChanges(`extension-until:${request.id}`, {
    until: request.wanted_until === null ? '' : wallClock(Date.parse(request.wanted_until)),
  })
  const { until } = values
  const [text, setText] = useStaffText(`extension:${request.id}`)
  const answer = useAnswerExtension()
  const at = until === '' ? null : instantOf(until)
  const say = (grant: boolean) => {
    if (answer.isPending || (grant && at === null)) return
    answer.mutate(
      {
        id: request.id,
        grant,
        ...(grant && at !== null && { until: at }),
        ...(text.trim() !== '' && { answer: text.trim() }),
      },
      {
        onSuccess: () => {
          setText('')
          forget()
          showToast(review.answerSent, 'success')
        },
      },
    )
  }
  const onKeyDown = useEnterSubmit(() => say(true))
  const name = request.student.real_name || request.student.nickname
  return (
    <div className={styles.form}>
      <div className={styles.short}>
        <Field
          label={review.until}
          type="datetime-local"
          value={until}
          onChange={(event) => set({ until: event.target.value })}
        />
      </div>
      <Field
        label={review.answerTo(name)}
        maxLength={500}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div className={styles.buttons}>
        <Button busy={answer.isPending} aria-label={review.refuseNamed(name)} onClick={() => say(false)}>
          {review.refuse}
        </Button>
        <Button
          tone="primary"
          busy={answer.isPending}
          blocked={at === null}
          aria-label={review.grantNamed(name)}
          onClick={() => say(true)}
        >
          {review.grant}
        </Button>
      </div>
    </div>
  )
}

/** Requests for more time, each with its answer. */
export const Extensions = ({ list }: { list: readonly Extension[] }) => {
  const { review } = useTexts()
  const language = useLanguage()
  return (
    <ul className={styles.list} aria-label={review.extensions}>
      {list.map((request) => (
        <Entry
          key={request.id}
          student={request.student}
          task_title={request.task_title}
          created_at={request.created_at}
          status={request.status}
          words={request.reason}
          facts={
            <>
              {request.wanted_until && <span>{review.wanted(formatMoment(request.wanted_until, language))}</span>}
              {request.until && <span>{review.grantedUntil(formatMoment(request.until, language))}</span>}
            </>
          }
          answer={{ text: request.answer, at: request.answered_at }}
        >
          <Answer request={request} />
        </Entry>
      ))}
    </ul>
  )
}
