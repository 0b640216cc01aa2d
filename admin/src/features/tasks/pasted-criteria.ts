import { levelCount } from '@tongchuang/contract/criteria.ts'
import {
  criteriaWeight,
  isCriteriaHead,
  isCriteriaTotal,
  joinedWords,
} from '@tongchuang/contract/rules/criteria-heads.ts'
import { evened } from './form-values.ts'
import type { Criterion } from './form-values.ts'

/** The most characters of a label, and of a description or a level. */
const longest = { label: 40, words: 200 }

/** The cells of a copied table; a cell of several lines is in quotation marks, as Excel copies it. */
const cellsIn = (text: string): string[][] => {
  const rows: string[][] = [[]]
  for (const [, quoted, plain = '', end] of text.matchAll(
    /(?:"((?:[^"]|"")*)"(?=\t|\r?\n|$)|([^\t\r\n]*))(\t|\r?\n|$)/g,
  )) {
    const cell = quoted === undefined ? plain : quoted.replaceAll('""', '"')
    rows.at(-1)?.push(cell.replaceAll(/\s+/g, ' ').trim())
    if (end === '') break
    if (end !== '\t') rows.push([])
  }
  return rows.filter((cells) => cells.some((cell) => cell !== ''))
}

const columnsOf = (rows: readonly (readonly string[])[]) => {
  const all = Array.from({ length: Math.max(...rows.map((cells) => cells.length)) }, (_, at) => at)
  const isNumbers = (at: number) => rows.every((cells) => criteriaWeight(cells[at] ?? '') !== null)
  const isCount = (at: number) => rows.every((cells, row) => criteriaWeight(cells[at] ?? '') === row + 1)
  const words = all.filter((at) => !isNumbers(at) && rows.some((cells) => (cells[at] ?? '') !== ''))
  return { words, weight: all.findLast((at) => isNumbers(at) && !isCount(at)) }
}

/** Weights in the proportion of the table that add up to 100; what rounding leaves goes to the first. */
const outOf100 = (weights: readonly number[]): number[] => {
  const sum = weights.reduce((total, weight) => total + weight, 0)
  const floors = weights.map((weight) => Math.floor((weight * 100) / sum))
  const rest = 100 - floors.reduce((total, weight) => total + weight, 0)
  return floors.map((weight, at) => weight + (at < rest ? 1 : 0))
}

/** What a copied table has for criteria; `cut`: how many texts were longer than a field. */
export type PastedCriteria = { criteria: Criterion[]; cut: number }

/**
 * The criteria of a table that was copied from Word or Excel: a row for each, with its label first; a column of numbers
 * is the weights, five columns of words are the levels from the best down, other words the description. Null where the
 * text is no table.
 */
export const criteriaIn = (text: string): PastedCriteria | null => {
  const table = cellsIn(text)
  const [first = [], ...others] = table
  const hasHeads = first.filter((cell) => isCriteriaHead(cell)).length > 1
  const rows = (hasHeads ? others : table).filter(([cell = '']) => !isCriteriaTotal(cell))
  if (rows.length < 2 || rows.every((cells) => cells.length < 2)) return null
  const { words, weight } = columnsOf(rows)
  const [labels, ...more] = words
  if (labels === undefined) return null
  let cut = 0
  const within = (cell: string, most: number): string => {
    if ([...cell].length > most) cut += 1
    return [...cell].slice(0, most).join('')
  }
  const criteria = rows.map((cells): Criterion => {
    const said = more.map((at) => cells[at] ?? '')
    const isLevels = said.length === levelCount
    return {
      label: within(cells[labels] ?? '', longest.label),
      description: isLevels ? '' : within(joinedWords(said), longest.words),
      level_words: isLevels ? said.map((one) => within(one, longest.words)).toReversed() : [],
      weight: 0,
    }
  })
  const weights = rows.map((cells) => (weight === undefined ? 0 : (criteriaWeight(cells[weight] ?? '') ?? 0)))
  if (weights.every((one) => one === 0)) return { criteria: evened(criteria), cut }
  return { criteria: criteria.map((one, at) => ({ ...one, weight: outOf100(weights)[at] ?? 0 })), cut }
}

/** Whether nothing was written of a criterion. */
export const isEmpty = ({ label, description }: Criterion): boolean => label.trim() === '' && description.trim() === ''

/** The criteria with pasted ones at a place, instead of an empty one there; the weights of others stay as they are. */
export const withPasted = (criteria: readonly Criterion[], at: number, pasted: readonly Criterion[]): Criterion[] => {
  const here = criteria[at]
  return here && isEmpty(here)
    ? [...criteria.slice(0, at), ...pasted, ...criteria.slice(at + 1)]
    : [...criteria.slice(0, at + 1), ...pasted, ...criteria.slice(at + 1)]
}
