import { postLength } from '@tongchuang/contract/discussions.ts'
import { Button } from '@tongchuang/ui/button.tsx'
import { FieldError } from '@tongchuang/ui/field.tsx'
import { failureText } from '@tongchuang/ui/fetch-transport.ts'
import { StoredHtml } from '@tongchuang/ui/stored-html.tsx'
import { isSubmitKey, sendKeys } from '@tongchuang/ui/use-enter-submit.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { useTexts } from '../../locales/texts.ts'
import styles from './composer.module.css'
import { FormatBar } from './format-bar.tsx'
import { insertLine, mark } from './marking.ts'
import type { Selected } from './marking.ts'
import { NameList } from './name-list.tsx'
import { previewQuery } from './queries.ts'
import { useMention } from './use-mention.ts'
import { usePicture } from './use-picture.ts'

export type Written = { content: string; mentions: number[]; anonymous: boolean }

type Props = {
  task_id: number
  label: string
  placeholder: string
  send: string
  text: string
  onText: (text: string) => void
  /** Sends the text; what it throws is said below, and the text stays. */
  onSend: (written: Written) => Promise<unknown>
  /** Whether the writer may leave the name out. */
  mayHide?: boolean
  /** Begins with the focus in it: somebody asked for it. */
  focused?: boolean
  onCancel?: (() => void) | undefined
}

// A counter that is always there is one more thing to read.
const countFrom = 0.9
const lengthOf = (text: string): number => [...text].length

/** The preview in place of the text. */
const Preview = ({ content }: { content: string }) => {
  const { discussions: texts } = useTexts()
  const { data, error } = useQuery(previewQuery(content, true))
  const said = error ? failureText(error) : content.trim() === '' ? texts.previewEmpty : ''
  return (
    <section className={styles.preview} aria-label={texts.preview}>
      {said ? (
        <p className={styles.nothing}>{said}</p>
      ) : (
        data && <StoredHtml html={data.content_html} className={styles.text} />
      )}
    </section>
  )
}

/** Where a post is written: plain text with a few helpers. Nothing typed is lost, whatever becomes of it. */
export const Composer = ({
  task_id,
  label,
  placeholder,
  send,
  text,
  onText,
  onSend,
  mayHide = false,
  focused = false,
  onCancel,
}: Props) => {
  const { discussions: texts } = useTexts()
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const latest = useRef(text)
  const [isShown, setShown] = useState(false)
  const [anonymous, setAnonymous] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<ReactNode>(null)
  const write = (next: string) => {
    latest.current = next
    onText(next)
    setError(null)
  }
  const mention = useMention(task_id, area, text, write)
  const length = lengthOf(text)
  const isLong = length > postLength.max

  useEffect(() => {
    latest.current = text
  }, [text])
  useEffect(() => {
    const field = area.current
    if (!focused || !field) return
    field.focus()
    field.setSelectionRange(field.value.length, field.value.length)
  }, [focused])

  const change = (work: (selected: Selected) => Selected) => {
    const field = area.current
    const end = latest.current.length
    const next = work({ text: latest.current, from: field?.selectionStart ?? end, to: field?.selectionEnd ?? end })
    write(next.text)
    requestAnimationFrame(() => {
      field?.focus()
      field?.setSelectionRange(next.from, next.to)
    })
  }
  const picture = usePicture((line) => change((selected) => insertLine(selected, line)), texts.picture)

  const submit = async () => {
    if (busy || picture.isBusy || isLong) return
    if (text.trim() === '') {
      setError(texts.empty)
      area.current?.focus()
      return
    }
    setBusy(true)
    try {
      await onSend({ content: text, mentions: mention.mentioned(), anonymous: mayHide && anonymous })
      setShown(false)
    } catch (cause) {
      setError(failureText(cause))
    } finally {
      setBusy(false)
    }
  }

  const said = isLong ? texts.tooLong(length - postLength.max) : error
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <div className={styles.box}>
        {isShown ? (
          <Preview content={text} />
        ) : (
          <textarea
            ref={area}
            className={styles.area}
            aria-label={label}
            placeholder={placeholder}
            rows={3}
            value={text}
            aria-invalid={said ? true : undefined}
            aria-describedby={
              [said ? `${id}-error` : '', anonymous ? `${id}-hint` : ''].filter(Boolean).join(' ') || undefined
            }
            aria-autocomplete="list"
            aria-controls={mention.isOpen ? mention.id : undefined}
            aria-activedescendant={mention.isOpen ? mention.optionId(mention.active) : undefined}
            onChange={(event) => {
              write(event.target.value)
              mention.look()
            }}
            onSelect={mention.look}
            onBlur={mention.close}
            onPaste={picture.onPaste}
            onKeyDown={(event) => {
              if (mention.onKeyDown(event)) return
              if (event.key === 'Escape' && onCancel && !event.nativeEvent.isComposing) onCancel()
              if (!isSubmitKey(event, true)) return
              event.preventDefault()
              void submit()
            }}
          />
        )}
        {mention.isOpen && <NameList mention={mention} />}
        <div className={styles.bar}>
          <FormatBar
            isShown={isShown}
            onPreview={() => setShown(!isShown)}
            onMark={(kind) => change((selected) => mark(selected, kind))}
            onPictures={(files) => void picture.take(files)}
          />
          {mayHide && (
            <label className={styles.anonymous}>
              <input type="checkbox" checked={anonymous} onChange={(event) => setAnonymous(event.target.checked)} />
              {texts.anonymous}
            </label>
          )}
          <div className={styles.end}>
            {length > postLength.max * countFrom && (
              <span className={`num ${styles.count}`}>{`${length}/${postLength.max}`}</span>
            )}
            <kbd className={styles.keys}>{sendKeys()}</kbd>
            {onCancel && (
              <Button tone="text" size="small" onClick={onCancel}>
                {texts.cancel}
              </Button>
            )}
            <Button type="submit" tone="primary" size="small" busy={busy || picture.isBusy}>
              {picture.isBusy ? texts.sendingPicture : send}
            </Button>
          </div>
        </div>
      </div>
      {said && <FieldError id={`${id}-error`}>{said}</FieldError>}
      {anonymous && (
        <p id={`${id}-hint`} className={styles.hint}>
          {texts.anonymousHint}
        </p>
      )}
    </form>
  )
}
