import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Field } from './field.tsx'
import { useId, useState } from 'react'
import type { ReactNode } from 'react'
import { useUiTexts } from './ui-texts.ts'

/** A dialog that confirms an action by having a name typed first, so that it cannot happen by accident. */
export const NameToConfirm = ({
  title,
  text,
  more,
  label,
  name,
  action,
  busy,
  onClose,
  onConfirm,
}: {
  title: string
  text: string
  /** What the action would cut off. */
  more?: ReactNode
  label: string
  name: string
  action: string
  busy: boolean
  onClose: () => void
  onConfirm: () => void
}) => {
  const texts = useUiTexts()
  const form = useId()
  const [typed, setTyped] = useState('')
  const isRight = typed.trim() === name.trim()
  return (
    <Dialog
      title={title}
      onClose={onClose}
      unsaved={false}
      actions={
        <>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button tone="danger" type="submit" form={form} busy={busy} blocked={!isRight}>
            {action}
          </Button>
        </>
      }
    >
      <form
        id={form}
        onSubmit={(event) => {
          event.preventDefault()
          if (isRight) onConfirm()
        }}
      >
        <p>{text}</p>
        {more}
        <br />
        <Field label={label} value={typed} autoComplete="off" onChange={(event) => setTyped(event.target.value)} />
      </form>
    </Dialog>
  )
}
