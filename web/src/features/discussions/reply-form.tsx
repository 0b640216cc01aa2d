import { useProfile } from '@tongchuang/ui/profile.tsx'
import { useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { Composer } from './composer.tsx'
import { keptText } from './kept-text.ts'
import { newKey } from '@tongchuang/ui/new-key.ts'
import { useCreate } from './queries.ts'
import type { Room } from './room.ts'

type Props = { room: Room; root_id: number; to: number; name: string | null; onDone: () => void }

/** Writing a reply; what is written stays on this device until it is sent. */
export const ReplyForm = ({ room, root_id, to, name, onDone }: Props) => {
  const { discussions: texts } = useTexts()
  const kept = keptText(useProfile().id, room.task.id, root_id)
  const [text, setText] = useState(() => kept.read() || (name ? `@${name} ` : ''))
  const [sent] = useState({ text: '', key: '' })
  const create = useCreate(room.task.id)
  return (
    <Composer
      task_id={room.task.id}
      label={name ? texts.replyTo(name) : texts.replyLabel}
      placeholder={texts.replyHint}
      send={texts.replySend}
      text={text}
      onText={(next) => {
        setText(next)
        kept.write(next)
      }}
      onSend={async ({ content, mentions, anonymous }) => {
        // The same words sent again after a broken line are the same post.
        if (sent.text !== content) Object.assign(sent, { text: content, key: newKey() })
        await create.mutateAsync({ content, parent_id: to, mentions, anonymous, key: sent.key })
        kept.write('')
        room.tell(texts.sent)
        onDone()
      }}
      mayHide={room.mayHide}
      onCancel={onDone}
      focused
    />
  )
}
