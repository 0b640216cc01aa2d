// Two lines of a column hold so many letters.
const room = 16
const kept = 5

/** What stands above each column: the title, or, where another begins alike and both are cut, its begin and its end. */
export const headsOf = (titles: readonly string[]): string[] => {
  const letters = titles.map((title) => [...title])
  const begin = (title: readonly string[]) => title.slice(0, room).join('')
  return letters.map((title, at) => {
    if (title.length <= room) return title.join('')
    const isLikeAnother = letters.some((other, place) => place !== at && begin(other) === begin(title))
    return isLikeAnother ? `${title.slice(0, kept).join('')}…${title.slice(kept - room + 1).join('')}` : title.join('')
  })
}
