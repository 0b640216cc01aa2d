// The number of letters that fit into two lines of a column.
const room = 16
const kept = 5

/**
 * The text above each column: the title, or, if another one has the same beginning and both are cut, its beginning and
 * end.
 */
export const headsOf = (titles: readonly string[]): string[] => {
  const letters = titles.map((title) => [...title])
  const begins = letters.map((title) => title.slice(0, room).join(''))
  const count = new Map<string, number>()
  for (const begin of begins) count.set(begin, (count.get(begin) ?? 0) + 1)
  return letters.map((title, at) => {
    if (title.length <= room) return title.join('')
    const isLikeAnother = (count.get(begins[at] ?? '') ?? 0) > 1
    return isLikeAnother ? `${title.slice(0, kept).join('')}…${title.slice(kept - room + 1).join('')}` : title.join('')
  })
}
