/** Parses a list of strings stored as JSON in a column; any other items are left out. */
export const storedStrings = (json: string): string[] => {
  const list: unknown = JSON.parse(json)
  return Array.isArray(list) ? list.filter((one) => typeof one === 'string') : []
}
