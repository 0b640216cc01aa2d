import { feedback, feedbackLength } from '@tongchuang/contract/feedback.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { Dialog } from '@tongchuang/ui/dialog.tsx'
import { useLanguage } from '@tongchuang/ui/language.ts'
import { RegionError } from '@tongchuang/ui/region-error.tsx'
import { SendArea } from '@tongchuang/ui/send-area.tsx'
import { send, sendQuietly } from '@tongchuang/ui/send.ts'
import { Skeleton } from '@tongchuang/ui/skeleton.tsx'
import { formatMoment } from '@tongchuang/ui/time.ts'
import { showToast } from '@tongchuang/ui/toast.ts'
import { useStudentText } from '@tongchuang/ui/use-student-text.ts'
import { useUiTexts } from '@tongchuang/ui/ui-texts.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Output } from '@tongchuang/contract/call.ts'
import { useTexts } from '../../locales/texts.ts'
import styles from './feedback-dialog.module.css'
import { classQuery } from './queries.ts'
import { feedbackKey } from '../../queries/keys.ts'

type Assistant = { assistant_id: number; nickname: string }
type Own = Output<typeof feedback.mine>
type Props = { guild_id: number; assistant: Assistant; onClose: () => void }

const stars = [1, 2, 3, 4, 5]

const Form = ({ guild_id, assistant, onClose, own }: Props & { own: Own }) => {
  const { guilds } = useTexts()
  const ui = useUiTexts()
  const language = useLanguage()
  const client = useQueryClient()
  const [rating, setRating] = useState(own.rating)
  const [problem, setProblem] = useState('')
  const { assistant_id } = assistant
  const {
    text: comment,
    write: setComment,
    send: sendComment,
  } = useStudentText(`feedback:${assistant_id}`, own.comment)
  const write = useMutation({
    mutationFn: () =>
      send(feedback.commentAssistant, {
        assistant_id,
        comment: comment.trim(),
        ...(rating === null ? {} : { rating }),
      }),
    onSuccess: () => {
      showToast(guilds.feedbackDone, 'success')
      onClose()
    },
    onSettled: () => client.invalidateQueries({ queryKey: classQuery(guild_id).queryKey }),
  })
  const submit = () => {
    if ([...comment.trim()].length < feedbackLength.min) setProblem(guilds.feedbackShort)
    else sendComment(() => write.mutateAsync()).catch(() => undefined)
  }
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <p className={styles.seen} id="who-sees-it">
        {own.named ? guilds.feedbackSeen.named : guilds.feedbackSeen.unnamed}
        <b>{guilds.feedbackMarks}</b>
      </p>
      <fieldset className={styles.rating}>
        <legend>
          {guilds.feedbackRating} <small>{ui.optional}</small>
        </legend>
        {stars.map((value) => (
          <label key={value}>
            <input type="radio" name="rating" checked={rating === value} onChange={() => setRating(value)} />
            {guilds.feedbackStars(value)}
          </label>
        ))}
      </fieldset>
      <SendArea
        label={guilds.feedbackComment}
        hint={guilds.feedbackHint(formatMoment(own.editable_until, language))}
        error={problem}
        rows={4}
        maxLength={feedbackLength.max}
        value={comment}
        onSend={() => write.isPending || submit()}
        onChange={(event) => {
          setComment(event.target.value)
          setProblem('')
        }}
      />
      <div className={styles.actions}>
        <Button type="submit" tone="primary" busy={write.isPending}>
          {guilds.feedbackSend}
        </Button>
      </div>
    </form>
  )
}

/** Feedback on an assistant. The dialog says who will see it, and begins with what was written this month. */
export const FeedbackDialog = (props: Props) => {
  const { guilds } = useTexts()
  const { assistant, onClose } = props
  const own = useQuery({
    queryKey: [...feedbackKey, assistant.assistant_id],
    queryFn: () => sendQuietly(feedback.mine, { assistant_id: assistant.assistant_id }),
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  return (
    <Dialog title={guilds.feedbackTitle(assistant.nickname)} onClose={onClose}>
      {own.isPending && <Skeleton height={280} />}
      {own.error && !own.data && (
        <RegionError what={guilds.feedbackFailed} error={own.error} onRetry={() => void own.refetch()} />
      )}
      {own.data && <Form {...props} own={own.data} />}
    </Dialog>
  )
}
