import { Button } from '@tongchuang/ui/button.tsx'
import { Dialog } from '@tongchuang/ui/dialog.tsx'
import { useId, useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import type { Values } from './form-values.ts'
import styles from './task-fields.module.css'

/** A row of buttons, one of which is chosen. */
export const ChoiceRow = <T extends string | number>({
  label,
  items,
  value,
  locked,
  without,
  onChange,
}: {
  label: string
  items: readonly (readonly [T, string])[]
  value: T
  locked: boolean
  /** An item that cannot be chosen beside what else is set, and why. */
  without?: { item: T; why: string } | null
  onChange: (next: T) => void
}) => {
  const id = useId()
  return (
    <fieldset className={styles.choiceRow}>
      <legend>{label}</legend>
      {items.map(([item, words]) => (
        <Button
          key={item}
          size="small"
          tone={item === value ? 'primary' : 'plain'}
          aria-pressed={item === value}
          aria-describedby={item === without?.item ? id : undefined}
          blocked={locked || item === without?.item}
          onClick={() => onChange(item)}
        >
          {words}
        </Button>
      ))}
      {without && (
        <small id={id} className={styles.why}>
          {without.why}
        </small>
      )}
    </fieldset>
  )
}

/**
 * Whether a task is done online or offline. Offline nothing is submitted, so its questions are dropped; that is asked
 * first, because a draft saves itself and could not give them back.
 */
export const ChannelChoice = ({
  values,
  change,
  locked,
}: {
  values: Values
  change: (next: Partial<Values>) => void
  locked: boolean
}) => {
  const { tasks } = useTexts()
  const { editor } = tasks
  const [asks, setAsks] = useState(false)
  const { channel, questions, type } = values
  const goOffline = () => {
    setAsks(false)
    // Results typed from paper are best released together.
    change({ channel: 'offline', hold: true, questions: [], close_at: null })
  }
  const choose = (next: Values['channel']) => {
    if (next === channel) return
    if (next === 'online') change({ channel: next })
    else if (questions.length > 0) setAsks(true)
    else goOffline()
  }
  return (
    <>
      <ChoiceRow
        label={editor.channel}
        items={(['online', 'offline'] as const).map((one) => [one, editor.channels[one]] as const)}
        value={channel}
        locked={locked}
        // A daily task is done in rounds, each with a work of its own; a student has one entered result of a task.
        without={type === 'daily' ? { item: 'offline', why: editor.dailyIsOnline } : null}
        onChange={choose}
      />
      {asks && (
        <Dialog
          title={editor.goOfflineTitle}
          onClose={() => setAsks(false)}
          actions={
            <>
              <Button onClick={() => setAsks(false)}>{tasks.cancel}</Button>
              <Button tone="danger" onClick={goOffline}>
                {editor.goOffline(questions.length)}
              </Button>
            </>
          }
        >
          <p>{editor.goOfflineText(questions.length)}</p>
        </Dialog>
      )}
    </>
  )
}
