import { Fragment } from 'react'
import styles from './highlight.module.css'

const asPattern = (word: string): string => word.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

/** Splits a text at the search words: every second part is one of them. */
export const partsOf = (text: string, words: readonly string[]): string[] => {
  if (words.length === 0) return [text]
  const longestFirst = words.toSorted((one, other) => other.length - one.length).map(asPattern)
  const parts = text.split(new RegExp(`(${longestFirst.join('|')})`, 'giu'))
  return parts.at(-1) === '' ? parts.slice(0, -1) : parts
}

/** A text with the searched words marked; markup in it is shown as text. */
export const Highlight = ({ text, words }: { text: string; words: readonly string[] }) =>
  partsOf(text, words).map((part, at) =>
    at % 2 === 1 ? (
      <mark key={at} className={styles.word}>
        {part}
      </mark>
    ) : (
      <Fragment key={at}>{part}</Fragment>
    ),
  )
