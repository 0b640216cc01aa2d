/** Parses an id in an address, in its one valid form; undefined if it is none, as the server would refuse it. O(1). */
export const idInAddress = (text: string | null | undefined): number | undefined => {
  if (!/^[1-9]\d{0,9}$/.test(text ?? '')) return undefined
  const id = Number(text)
  return id < 2 ** 31 ? id : undefined
}
