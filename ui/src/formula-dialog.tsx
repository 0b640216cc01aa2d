import { useEffect, useId, useRef, useState } from 'react'
import type { FormEvent } from 'react'
import { Button } from './button.tsx'
import { CheckRow } from './check-row.tsx'
import { Dialog } from './dialog.tsx'
import { drawFormula } from './draw-formula.ts'
import type { FormulaGiven } from './editor-handle.ts'
import { Field } from './field.tsx'
import styles from './formula-dialog.module.css'
import { useLanguage } from './language.ts'
import { formulaTexts } from './texts/formula.ts'
import { useUiTexts } from './ui-texts.ts'

type Props = { given: FormulaGiven; onPut: (next: FormulaGiven) => void; onClose: () => void }

/**
 * The formula without the surrounding dollar signs, which people type out of habit; an inner dollar sign is an amount
 * of money.
 */
const bare = (typed: string): string =>
  typed
    .trim()
    .replace(/^(\${1,2})([^]*)\1$/, '$2')
    .trim()
    .replaceAll(/(?<!\\)\$/g, String.raw`\$`)

/** A small dialog to write one formula, with a preview beneath. */
export const FormulaDialog = ({ given, onPut, onClose }: Props) => {
  const texts = formulaTexts[useLanguage()]
  const ui = useUiTexts()
  const form = useId()
  const field = useRef<HTMLInputElement>(null)
  const place = useRef<HTMLDivElement>(null)
  const [latex, setLatex] = useState(given.latex)
  const [display, setDisplay] = useState(given.display)
  const [isDrawn, setDrawn] = useState(false)
  const isEmpty = bare(latex) === ''

  useEffect(() => field.current?.focus(), [])
  useEffect(() => {
    const element = place.current
    if (!element) return
    const done = !isEmpty && drawFormula(element, { latex: bare(latex), display })
    if (!done) element.replaceChildren()
    setDrawn(done)
  }, [latex, display, isEmpty])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    // The submit event must not reach a form around this one.
    event.stopPropagation()
    if (isEmpty) return
    onClose()
    onPut({ latex: bare(latex), display })
  }
  return (
    <Dialog
      title={texts.title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{ui.cancel}</Button>
          <Button tone="primary" type="submit" form={form} blocked={isEmpty}>
            {texts.insert}
          </Button>
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={submit}>
        <Field
          ref={field}
          label={texts.latex}
          hint={texts.hint}
          value={latex}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          maxLength={2000}
          onChange={(event) => setLatex(event.target.value)}
        />
        <section className={styles.preview} aria-label={texts.preview} aria-live="polite">
          <div ref={place} hidden={!isDrawn} />
          {!isDrawn && <p>{isEmpty ? texts.preview : texts.wrong}</p>}
        </section>
        <CheckRow checked={display} onChange={setDisplay}>
          {texts.display}
        </CheckRow>
      </form>
    </Dialog>
  )
}
