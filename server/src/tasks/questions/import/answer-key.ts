/** The answers that stand together at the end of a paper: `1. B 2. AC`, `1-5 BCADA`. */

export type KeyEntry = { number: number; text: string }

const range =
  /\s{0,4}(\d{1,3})\s{0,2}[-–—~～至]\s{0,2}(\d{1,3})\s{0,2}题?[.．、:：]?\s{0,3}((?:[A-La-l√×✓✗对错][\s,，、]{0,2})+)[;；]?/y
const entryMark = /(?<=^|[\s;；,，])(\d{1,3})(?:[、)）．:：]|\.(?!\d))/g

// More than a paper has questions.
const mostInLine = 200

/** `1-5 BCADA 6-8 √×√`; null where the line is something else or the letters do not fit the numbers. */
const rangesIn = (words: string): KeyEntry[] | null => {
  const entries: KeyEntry[] = []
  let at = 0
  while (at < words.length) {
    range.lastIndex = at
    const found = range.exec(words)
    if (!found) return null
    const [first, last] = [Number(found[1]), Number(found[2])]
    const given = [...(found[3] ?? '').replaceAll(/[\s,，、]/g, '')]
    if (given.length !== last - first + 1 || entries.length > mostInLine) return null
    entries.push(...given.map((text, place) => ({ number: first + place, text })))
    at = range.lastIndex
  }
  return entries
}

/** The answers in a line of the key, by the numbers of their questions; none where it names no question. */
export const keyEntriesIn = (words: string): KeyEntry[] => {
  const ranges = rangesIn(words)
  if (ranges && ranges.length > 0) return ranges
  const marks: { number: number; from: number; to: number }[] = []
  for (const mark of words.matchAll(entryMark)) {
    const number = Number(mark[1])
    const last = marks.at(-1)
    if (last ? number !== last.number + 1 : mark.index > 0) continue
    marks.push({ number, from: mark.index, to: mark.index + mark[0].length })
  }
  return marks.slice(0, mostInLine).map(({ number, to }, at) => ({
    number,
    text: words
      .slice(to, marks[at + 1]?.from)
      .trim()
      .replace(/[;；,，]$/, ''),
  }))
}
