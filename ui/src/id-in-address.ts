/** Parses an id in an address; undefined for anything the server would refuse as an id. O(1). */
export const idInAddress = (text: string | null | undefined): number | undefined => {
  if (!/^[1-9]\d{0,9}$/.test(text ?? '')) return undefined
  const id = Number(text)
  return id < 2 ** 31 ? id : undefined
}
