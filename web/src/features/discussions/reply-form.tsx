import { keptText } from '@tongchuang/ui/kept-text.ts'
import { useProfile } from '@tongchuang/ui/profile.tsx'
import { createSendOnce } from '@tongchuang/ui/send-once.ts'
import { useRef, useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { Composer } from './composer.tsx'
import { draftKey } from './draft-key.ts'
import { useCreate } from './queries.ts'
import type { DiscussionContext } from './discussion-context.ts'

type Props = { context: DiscussionContext; root_id: number; to: number; name: string | null; onDone: () => void }

/** The form for writing a reply; its text stays on this device until it is sent. */
export const ReplyForm = ({ context, root_id, to, name, onDone }: Props) => {
  const { discussions: texts } = useTexts()
  const place = draftKey(useProfile().id, context.task.id, root_id)
  const kept = keptText(place)
  const [text, setText] = useState(() => kept.read() || (name ? `@${name} ` : ''))
  const latest = useRef(text)
  const [sendOnce] = useState(createSendOnce)
  const create = useCreate(context.task.id)
  return (
    <Composer
      task_id={context.task.id}
      label={name ? texts.replyTo(name) : texts.replyLabel}
      placeholder={texts.replyHint}
      send={texts.replySend}
      text={text}
      onText={(next) => {
        setText(next)
        latest.current = next
        kept.write(next)
      }}
      onSend={async ({ content, mentions, anonymous }) => {
        await sendOnce([content, anonymous, to], (key) =>
          create.mutateAsync({ content, parent_id: to, mentions, anonymous, key }),
        )
        kept.sent(content)
        context.tell(texts.sent)
        // Text typed while sending stays in the form.
        if (latest.current === content) onDone()
      }}
      mayHide={context.mayHide}
      place={place}
      onCancel={onDone}
      focused
    />
  )
}
