/** How many panes stand beside each other, so that the window is never higher than wide: it leaves room for what is in the issue. */
export const panesAcross = (panes: number): number => {
  let across = 4
  while (Math.ceil(panes / across) > across - 1) across += 1
  return across
}

/** The panes in their rows: the heads, the number of the issue in the middle, and empty ones to the end of the last row. */
export const panesOf = (heads: readonly string[]): { across: number; panes: (string | 'number' | null)[] } => {
  const across = panesAcross(heads.length + 1)
  const rows = Math.ceil((heads.length + 1) / across)
  const middle = Math.min(heads.length, Math.floor(rows / 2) * across + Math.floor(across / 2))
  const filled = [...heads.slice(0, middle), 'number', ...heads.slice(middle)]
  return { across, panes: [...filled, ...Array.from({ length: rows * across - filled.length }, () => null)] }
}

/** How many titles the cover has room for beneath a window of so many rows. */
export const titlesOnCover = (rows: number, across: number): number =>
  Math.min(16, 2 * Math.max(3, Math.floor((730 - (rows / across) * 680) / 46)))

/** The months from one to another, the last first; at most three years of them. */
export const monthsBetween = (first: string, last: string): string[] => {
  const number = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1
  const months = Math.min(36, Math.max(1, number(last) - number(first) + 1))
  return Array.from({ length: months }, (_, back) => {
    const at = number(last) - back
    return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`
  })
}

// Chinese signs on a line of print, and lines on a sheet: beside a picture fewer.
const lineLength = 40
const linesOfSheet = { whole: 27, pictured: 15 } as const

const widthOf = (text: string): number =>
  [...text].reduce((sum, letter) => sum + ((letter.codePointAt(0) ?? 0) < 0x2e80 ? 0.52 : 1), 0)

/** So many letters of a text as fit on a sheet, with the empty rest of the lines of a poem counted. */
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
