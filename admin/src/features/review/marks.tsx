import { Button, IconButton } from '@tongchuang/ui/button.tsx'
import { Dialog } from '@tongchuang/ui/dialog.tsx'
import { TextArea } from '@tongchuang/ui/field.tsx'
import { useEnterSubmit } from '@tongchuang/ui/use-enter-submit.ts'
import { useStaffText } from '@tongchuang/ui/use-staff-text.ts'
import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { RefObject } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { textRange, rangeOf } from './anchor.ts'
import type { Mark } from './form.ts'
import styles from './marks.module.css'

const NAME = 'review-marks'

/** Highlights marks in the text without changing it. */
export const usePaintedMarks = (text: RefObject<HTMLElement | null>, marks: readonly Mark[], html: string): void => {
  useEffect(() => {
    const root = text.current
    if (!root || !('highlights' in CSS)) return
    const ranges = marks.flatMap((mark) => {
      const range = textRange(root.textContent, mark)
      const found = range && rangeOf(root, range)
      return found ? [found] : []
    })
    CSS.highlights.set(NAME, new Highlight(...ranges))
    return () => void CSS.highlights.delete(NAME)
  }, [text, marks, html])
}

/** The marks below the text, in their order, each with its quote. */
export const MarkList = ({
  marks,
  onRemove,
}: {
  marks: readonly Mark[]
  onRemove: ((index: number) => void) | null
}) => {
  const { review } = useTexts()
  if (marks.length === 0) return null
  return (
    <ol className={styles.marks} aria-label={review.marks}>
      {marks.map((mark, index) => (
        <li key={`${mark.quote}${mark.text}`}>
          <b className="num">{index + 1}</b>
          <div>
            <q>{mark.quote}</q>
            <p>{mark.text}</p>
          </div>
          {onRemove && (
            <IconButton label={review.removeMark(index + 1)} onClick={() => onRemove(index)}>
              <X size={16} aria-hidden />
            </IconButton>
          )}
        </li>
      ))}
    </ol>
  )
}

export type TextQuote = Pick<Mark, 'quote' | 'prefix' | 'suffix'>

/** Writes a mark at the selected text, or at a sentence chosen from the list. */
export const MarkDialog = ({
  submit_id,
  selected,
  sentences,
  onAdd,
  onClose,
}: {
  submit_id: number
  selected: TextQuote | null
  sentences: readonly TextQuote[]
  onAdd: (mark: TextQuote & { text: string }) => void
  onClose: () => void
}) => {
  const { review } = useTexts()
  const [chosen, setChosen] = useState(0)
  const [words, setWords] = useStaffText(`mark:${submit_id}`)
  const quoted = selected ?? sentences[chosen] ?? null
  const add = () => {
    if (!quoted || words.trim() === '') return
    onAdd({ ...quoted, text: words.trim() })
    setWords('')
    onClose()
  }
  const onKeyDown = useEnterSubmit(add, { multiline: true })
  return (
    <Dialog
      title={review.addMark}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{review.cancel}</Button>
          <Button tone="primary" blocked={!quoted || words.trim() === ''} onClick={add}>
            {review.addMark}
          </Button>
        </>
      }
    >
      {selected ? (
        <q className={styles.quote}>{selected.quote}</q>
      ) : (
        <fieldset className={styles.sentences}>
          <legend>{review.markPlace}</legend>
          {sentences.map(({ quote, prefix }, index) => (
            <label key={prefix + quote}>
              <input type="radio" name="sentence" checked={index === chosen} onChange={() => setChosen(index)} />
              {quote}
            </label>
          ))}
          {sentences.length === 0 && <p>{review.noText}</p>}
        </fieldset>
      )}
      <TextArea
        label={review.markText}
        hint={review.markHint}
        rows={3}
        maxLength={2000}
        value={words}
        onChange={(event) => setWords(event.target.value)}
        onKeyDown={onKeyDown}
      />
    </Dialog>
  )
}
