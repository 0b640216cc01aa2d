/** A list of strings as a column keeps it: JSON of our own, of which whatever is no string is left out. */
export const storedStrings = (json: string): string[] => {
  const list: unknown = JSON.parse(json)
  return Array.isArray(list) ? list.filter((one) => typeof one === 'string') : []
}
