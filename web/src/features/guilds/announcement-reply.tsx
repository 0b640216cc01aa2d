import { replyLength } from '@tongchuang/contract/guilds.ts'
import { CallFailed } from '@tongchuang/contract/sender.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { TextArea } from '@tongchuang/ui/field.tsx'
import { keptText } from '@tongchuang/ui/kept-text.ts'
import { useProfile } from '@tongchuang/ui/profile.tsx'
import { useEffect, useRef, useState } from 'react'
import type { FormEvent } from 'react'
import { useTexts } from '../../locales/texts.ts'
import styles from './announcements.module.css'
import { useReply, type ClassDetail } from './queries.ts'

type Props = { guild_id: number; item: ClassDetail['announcements'][number] }

/** The reply as it is now. */
const Mine = ({ reply }: { reply: string | null }) => {
  const { reply: texts } = useTexts().guilds
  if (reply === null) return null
  return (
    <>
      <small>{texts.mine}</small>
      <p>{reply}</p>
    </>
  )
}

type SaidProps = { reply: string | null; busy: boolean; onTakeBack: () => void; onOpen: (() => void) | null }

const Said = ({ reply, busy, onTakeBack, onOpen }: SaidProps) => {
  const { reply: texts } = useTexts().guilds
  return (
    <>
      <Mine reply={reply} />
      <div className={styles.actions}>
        {reply !== null && (
          <Button size="small" tone="text" busy={busy} onClick={onTakeBack}>
            {texts.takeBack}
          </Button>
        )}
        {onOpen && (
          <Button size="small" onClick={onOpen}>
            {reply === null ? texts.write : texts.change}
          </Button>
        )}
      </div>
    </>
  )
}

/**
 * The student's own short reply to an announcement: write, change or take it back. Typed text stays on the device until
 * it is sent.
 */
export const AnnouncementReply = ({ guild_id, item: { id, reply, may_reply } }: Props) => {
  const { reply: texts } = useTexts().guilds
  const kept = keptText(`announcement-reply:${useProfile().id}:${id}`)
  const [words, setWords] = useState(kept.read)
  const [open, setOpen] = useState(words !== '')
  const say = useReply(guild_id)
  // The reply these words began from; undefined once the present one is shown beside them.
  const [from, setFrom] = useState(words === '' ? reply : undefined)
  const was = (from === undefined ? reply : from) ?? ''
  const field = useRef<HTMLTextAreaElement>(null)
  const shut = useRef<HTMLDivElement>(null)
  const pressed = useRef(false)
  const typed = useRef(words)
  // Opening by a press moves the focus to the field, closing keeps it here. Text restored from the device opens the
  // field without taking the focus.
  useEffect(() => {
    if (pressed.current) (open ? field : shut).current?.focus()
  }, [open])
  const show = (next: string) => {
    typed.current = next
    setWords(next)
  }
  const type = (next: string) => {
    show(next)
    kept.write(next)
  }
  /** Opens the field with the current reply, or closes it. */
  const turn = (next: boolean) => {
    pressed.current = true
    show(next ? (reply ?? '') : '')
    setFrom(reply)
    setOpen(next)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (say.isPending) return
    // Text typed while sending stays in the field.
    const onSuccess = () => typed.current === words && turn(false)
    // What another window has sent meanwhile is shown above these words; sending again replaces it.
    const onError = (error: Error) => error instanceof CallFailed && error.reason === 'CHANGED' && setFrom(undefined)
    say.mutateAsync({ guild_id, id, content: words, was }, { onSuccess, onError }).then(
      // Also if the page was left meanwhile.
      () => kept.sent(words),
      () => undefined,
    )
  }
  // Words that came too late stay in sight.
  if (!open || (!may_reply && words === ''))
    return (
      <div ref={shut} tabIndex={-1} className={styles.reply}>
        <Said
          reply={reply}
          busy={say.isPending}
          onTakeBack={() => say.mutate({ guild_id, id, content: '', was: reply ?? '' })}
          onOpen={may_reply ? () => turn(true) : null}
        />
      </div>
    )
  return (
    <form className={styles.reply} onSubmit={submit}>
      {from === undefined && <Mine reply={reply} />}
      <TextArea
        label={texts.label}
        hint={texts.hint}
        rows={2}
        required
        ref={field}
        maxLength={replyLength}
        value={words}
        onChange={(event) => type(event.target.value)}
      />
      <div className={styles.actions}>
        <Button
          size="small"
          onClick={() => {
            kept.write('')
            turn(false)
          }}
        >
          {texts.cancel}
        </Button>
        <Button size="small" tone="primary" type="submit" busy={say.isPending}>
          {texts.send}
        </Button>
      </div>
    </form>
  )
}
