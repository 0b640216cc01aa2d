/** The meaning of what was typed for a student of an offline task. */
export type TypedResult =
  | { word: 'score'; score: number }
  | { word: 'missing' | 'excused' | 'blank'; score: null }
  /** words: neither a number nor a known word; range: outside the scale; digits: more than two decimals. */
  | { word: null; problem: 'words' | 'range' | 'digits' }

const missing: ReadonlySet<string> = new Set(['缺', '缺考', '未考', '缺席', '旷考', 'missing', 'absent'])
const excused: ReadonlySet<string> = new Set(['免做', '免考', '免', 'excused', 'exempt'])
const number = /^\d{1,6}(?:[.。]\d{0,17})?分?$|^\.\d{1,17}分?$/

/**
 * Reads the text of a grid cell or of a table cell: 90, ９０.５, 「90分」, 缺, 缺考, 免做; empty text is blank, and 0 is a number.
 * Anything else is reported as a problem, never guessed.
 */
export const readTyped = (typed: string, max_score: number): TypedResult => {
  // Full-width digits, points and letters are the same ones.
  const text = typed.normalize('NFKC').replaceAll(/\s/g, '').toLowerCase()
  if (text === '' || text === '·') return { word: 'blank', score: null }
  if (missing.has(text)) return { word: 'missing', score: null }
  if (excused.has(text)) return { word: 'excused', score: null }
  if (!number.test(text)) return { word: null, problem: /^-\d/.test(text) ? 'range' : 'words' }
  const score = Number(text.replace('分', '').replace('。', '.'))
  if (score > max_score) return { word: null, problem: 'range' }
  // A workbook keeps 76.5 as 76.50000000000001.
  const rounded = Math.round(score * 100) / 100
  return Math.abs(rounded - score) > 1e-6 ? { word: null, problem: 'digits' } : { word: 'score', score: rounded }
}

/** Reads a score that may be left empty. Null: empty; undefined: neither a score on the scale nor empty. */
export const readScore = (typed: string, max_score: number): number | null | undefined => {
  const read = readTyped(typed, max_score)
  return read.word === 'score' || read.word === 'blank' ? read.score : undefined
}
