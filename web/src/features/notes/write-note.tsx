import { noteLength } from '@tongchuang/contract/notes.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { FieldError } from '@tongchuang/ui/field.tsx'
import { failureText } from '@tongchuang/ui/fetch-transport.ts'
import { sendKeys, useEnterSubmit } from '@tongchuang/ui/use-enter-submit.ts'
import { useEffect, useId, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { useTexts } from '../../locales/texts.ts'
import styles from './notes.module.css'

type Props = {
  label: string
  placeholder: string
  send: string
  hint?: string
  text: string
  onText: (text: string) => void
  /** Called when the field is entered. */
  onEnter?: () => void
  /** Sends the text; if it throws, the error is shown below and the text stays. */
  onSend: (content: string) => Promise<unknown>
  onCancel?: () => void
  /** An attachment: the control to choose it, and what was chosen. */
  attach?: { choose: ReactNode; chosen: ReactNode }
}

/** The form for writing a note in plain text. Nothing typed is lost, whatever happens to the request. */
export const WriteNote = (props: Props) => {
  const { label, placeholder, send, hint, text, attach, onText, onEnter, onSend, onCancel } = props
  const { notes: texts } = useTexts()
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<ReactNode>(null)
  const over = [...text].length - noteLength.max
  const said = over > 0 ? texts.tooLong(over) : error
  const isEditing = onCancel !== undefined
  useEffect(() => {
    const field = area.current
    if (!isEditing || !field) return
    field.focus()
    field.setSelectionRange(field.value.length, field.value.length)
  }, [isEditing])

  const submit = async () => {
    if (busy || over > 0) return
    const isEmpty = text.trim() === ''
    setError(isEmpty ? texts.empty : null)
    if (isEmpty) return area.current?.focus()
    setBusy(true)
    try {
      await onSend(text)
    } catch (cause) {
      setError(failureText(cause))
    } finally {
      setBusy(false)
    }
  }
  const onKeyDown = useEnterSubmit(() => void submit(), { multiline: true })
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <div className={styles.box}>
        <textarea
          ref={area}
          aria-label={label}
          placeholder={placeholder}
          rows={3}
          value={text}
          aria-invalid={said ? true : undefined}
          aria-describedby={
            [said ? `${id}-error` : '', hint ? `${id}-hint` : ''].filter(Boolean).join(' ') || undefined
          }
          onChange={(event) => {
            onText(event.target.value)
            setError(null)
          }}
          onFocus={onEnter}
          onKeyDown={onKeyDown}
        />
        {attach?.chosen}
        <div className={styles.bar}>
          {attach?.choose}
          {hint && (
            <span id={`${id}-hint`} className={styles.hint}>
              {hint}
            </span>
          )}
          <kbd className={styles.keys}>{sendKeys()}</kbd>
          {onCancel && (
            <Button tone="text" onClick={onCancel}>
              {texts.cancel}
            </Button>
          )}
          <Button type="submit" tone="primary" busy={busy}>
            {send}
          </Button>
        </div>
      </div>
      {said && <FieldError id={`${id}-error`}>{said}</FieldError>}
    </form>
  )
}
