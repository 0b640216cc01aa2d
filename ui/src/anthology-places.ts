/**
 * The number of panes in a row, so that the window is always lower than wide and leaves room for the contents of the
 * issue.
 */
export const panesAcross = (panes: number): number => {
  let across = 4
  while (Math.ceil(panes / across) > across - 1) across += 1
  return across
}

/**
 * The panes in row order: the heads, the number of the issue in the middle, and null for empty panes at the end of the
 * last row.
 */
export const panesOf = (heads: readonly string[]): { across: number; panes: (string | 'number' | null)[] } => {
  const across = panesAcross(heads.length + 1)
  const rows = Math.ceil((heads.length + 1) / across)
  const middle = Math.min(heads.length, Math.floor(rows / 2) * across + Math.floor(across / 2))
  const filled = [...heads.slice(0, middle), 'number', ...heads.slice(middle)]
  return { across, panes: [...filled, ...Array.from({ length: rows * across - filled.length }, () => null)] }
}

/** How many titles fit on the cover below a window of this many rows. */
export const titlesOnCover = (rows: number, across: number): number =>
  Math.min(16, 2 * Math.max(3, Math.floor((730 - (rows / across) * 680) / 46)))

/** The months from `first` to `last`, the last first; at most three years of them. */
export const monthsBetween = (first: string, last: string): string[] => {
  const number = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1
  const months = Math.min(36, Math.max(1, number(last) - number(first) + 1))
  return Array.from({ length: months }, (_, back) => {
    const at = number(last) - back
    return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`
  })
}

// Chinese characters on a printed line, and lines on a sheet, of which a picture leaves fewer.
const lineLength = 40
const linesOfSheet = { whole: 27, pictured: 15 } as const

const widthOf = (text: string): number =>
  [...text].reduce((sum, letter) => sum + ((letter.codePointAt(0) ?? 0) < 0x2e80 ? 0.52 : 1), 0)

/** How many characters of a text fit on a sheet; the unused rest of short lines, as in a poem, counts as used. */
export const lettersThatFit = (words: string, isPictured: boolean): number => {
  let [lines, letters] = [linesOfSheet[isPictured ? 'pictured' : 'whole'] as number, 0]
  for (const line of words.split('\n')) {
    const needed = Math.max(1, Math.ceil(widthOf(line) / lineLength))
    if (needed > lines) return letters + Math.floor(line.length * (lines / needed))
    lines -= needed
    letters += line.length + 1
  }
  return letters
}
