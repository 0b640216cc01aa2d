import { readTyped } from '@tongchuang/contract/rules/entered.ts'
import { isSubmitKey } from '@tongchuang/ui/use-enter-submit.ts'
import { useRef } from 'react'
import type { KeyboardEvent, RefObject } from 'react'
import type { EntryCellProps, Typed } from './entries.ts'

const begins = /^[\d.０-９．]$/

/**
 * The keys of an editable cell: letters stand for words until typing has begun, Enter saves and moves on, Esc discards.
 */
export const useCellKeys = (
  box: RefObject<HTMLElement | null>,
  stands: Typed,
  { max, cell, draft, onDraft, onType, onDown }: EntryCellProps,
) => {
  const isTakenBack = useRef(false)
  const isReleased = cell?.entered !== undefined && !cell.entered.held && cell.entered.word !== 'blank'
  const begin = () => {
    if (!draft) onDraft(stands.score === null ? '' : String(stands.score))
  }

  /** Saves what is typed; returns false, leaving the text in place, if it is not a valid cell value. */
  const commit = (): boolean => {
    if (!draft || isTakenBack.current) return true
    const read = readTyped(draft.text, max)
    const mayBe = read.word !== null && (read.word !== 'blank' || !isReleased)
    if (!mayBe) {
      onDraft(draft.text, true)
      return false
    }
    if (read.word !== stands.word || read.score !== stands.score) onType({ word: read.word, score: read.score })
    onDraft(null)
    return true
  }

  const whileIdle = (event: KeyboardEvent) => {
    const isComposing = event.nativeEvent.isComposing || event.keyCode === 229
    if (event.ctrlKey || event.metaKey || event.altKey || isComposing) return
    const blank = () => !isReleased && onType({ word: 'blank', score: null })
    const does: Readonly<Record<string, () => unknown>> = {
      q: () => onType({ word: 'missing', score: null }),
      m: () => onType({ word: 'excused', score: null }),
      Delete: blank,
      Backspace: blank,
      F2: begin,
      Enter: onDown,
    }
    const act = begins.test(event.key) ? () => onDraft(event.key) : (does[event.key] ?? does[event.key.toLowerCase()])
    if (!act) return
    event.preventDefault()
    event.stopPropagation()
    act()
  }

  const whileTyping = (event: KeyboardEvent) => {
    if (isSubmitKey(event, false)) {
      event.preventDefault()
      event.stopPropagation()
      if (commit()) onDown()
    } else if (event.key === 'Escape') {
      event.stopPropagation()
      // Leaving the field would save what is typed: skip that once.
      isTakenBack.current = true
      box.current?.focus()
      onDraft(null)
      isTakenBack.current = false
    } else if ((event.key !== 'ArrowUp' && event.key !== 'ArrowDown') || !commit()) event.stopPropagation()
  }
  return { begin, commit, whileIdle, whileTyping }
}
