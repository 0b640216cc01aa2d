import { isKeyOf } from '@tongchuang/contract/is-key-of.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { Dialog } from '@tongchuang/ui/dialog.tsx'
import { Check, CircleX } from 'lucide-react'
import { useTexts } from '../../locales/texts.ts'
import styles from './classes.module.css'
import type { Editing } from './use-task-form.ts'

/** The effects of a change in each class, to be confirmed before it is made. */
export const AskClasses = ({ editing }: { editing: Editing }) => {
  const { tasks } = useTexts()
  const texts = tasks.classes
  const { asking, answer, form } = editing
  if (!asking) return null
  const { classes, notify } = asking
  const changed = classes.filter(({ done }) => done).length + 1
  const wantsNotice = !notify && classes.some(({ reason }) => reason === 'TELL_HOLDERS')
  const words = (reason: string, text: string) => (isKeyOf(texts.reasons, reason) ? texts.reasons[reason] : text)
  return (
    <Dialog
      title={texts.ask.title}
      onClose={() => void answer(false)}
      actions={
        <>
          <Button onClick={() => void answer(false)}>{texts.cancel}</Button>
          {wantsNotice && <Button onClick={() => void answer(true, true)}>{texts.ask.tellAll}</Button>}
          <Button tone="primary" onClick={() => void answer(true)}>
            {texts.ask.save(changed)}
          </Button>
        </>
      }
    >
      <p>{texts.ask.text}</p>
      <ul className={styles.after}>
        <li data-tone="ok">
          <Check size={18} aria-hidden />
          <span>
            <strong>{form.guild_name}</strong>
            <small>{texts.ask.own}</small>
          </span>
        </li>
        {classes.map(({ guild_id, guild_name, done, reason, text }) => (
          <li key={guild_id} data-tone={done ? 'ok' : 'bad'}>
            {done ? <Check size={18} aria-hidden /> : <CircleX size={18} aria-hidden />}
            <span>
              <strong>{guild_name}</strong>
              <small>{done ? texts.ask.will : words(reason, text)}</small>
            </span>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
