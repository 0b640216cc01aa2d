/** The id that a part of an address names, in its one form; undefined where it names none, as the server would refuse it. O(1). */
export const idInAddress = (text: string | null | undefined): number | undefined => {
  if (!/^[1-9]\d{0,9}$/.test(text ?? '')) return undefined
  const id = Number(text)
  return id < 2 ** 31 ? id : undefined
}
