import type { Mark } from './form.ts'

const AROUND = 40

/** The text content of an element, in which marks are anchored. */
const textOf = (root: Element): string => root.textContent

/** The position of a mark in a text: its quote, preferably with the same surroundings; null if it no longer occurs. */
export const textRange = (
  text: string,
  mark: Pick<Mark, 'quote' | 'prefix' | 'suffix'>,
): { start: number; end: number } | null => {
  const whole = text.indexOf(mark.prefix + mark.quote + mark.suffix)
  const start = whole >= 0 ? whole + mark.prefix.length : text.indexOf(mark.quote)
  return start < 0 ? null : { start, end: start + mark.quote.length }
}

/** The anchor of a part of a text: its quote, and the text before and after it. */
export const anchorAt = (text: string, start: number, end: number): Pick<Mark, 'quote' | 'prefix' | 'suffix'> => ({
  quote: text.slice(start, end).slice(0, 1_000),
  prefix: text.slice(Math.max(0, start - AROUND), start),
  suffix: text.slice(end, end + AROUND),
})

/** Converts a part of the text to a range of the page. */
export const rangeOf = (root: Element, { start, end }: { start: number; end: number }): Range | null => {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  let at = 0
  let isOpen = false
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const length = node.nodeValue?.length ?? 0
    if (!isOpen && start < at + length) {
      range.setStart(node, start - at)
      isOpen = true
    }
    if (isOpen && end <= at + length) {
      range.setEnd(node, end - at)
      return range
    }
    at += length
  }
  return null
}

/** The anchor of the selection inside a text; null if nothing, or something else, is selected. */
export const selectedIn = (root: Element | null): Pick<Mark, 'quote' | 'prefix' | 'suffix'> | null => {
  const selection = getSelection()
  if (!root || !selection || selection.isCollapsed || selection.rangeCount === 0) return null
  const range = selection.getRangeAt(0)
  if (!root.contains(range.commonAncestorContainer)) return null
  const before = document.createRange()
  before.selectNodeContents(root)
  before.setEnd(range.startContainer, range.startOffset)
  const start = before.toString().length
  const words = range.toString()
  return words.trim() === '' ? null : anchorAt(textOf(root), start, start + words.length)
}

// Firefox has the segmenter since 2024; without it a sentence ends at its sign.
const segmentsOf = (text: string): { segment: string; index: number }[] =>
  'Segmenter' in Intl
    ? [...new Intl.Segmenter('zh', { granularity: 'sentence' }).segment(text)]
    : Array.from(text.matchAll(/[^\u3002\uff01\uff1f.!?\n]+[\u3002\uff01\uff1f.!?\n]*/g), ({ 0: segment, index }) => ({
        segment,
        index,
      }))

/** The anchors of the first 300 sentences of a text, to choose a place without a mouse. */
export const sentencesOf = (root: Element | null): Pick<Mark, 'quote' | 'prefix' | 'suffix'>[] => {
  if (!root) return []
  const text = textOf(root)
  return segmentsOf(text)
    .filter(({ segment }) => segment.trim() !== '')
    .slice(0, 300)
    .map(({ segment, index }) =>
      anchorAt(text, index + segment.length - segment.trimStart().length, index + segment.trimEnd().length),
    )
}
