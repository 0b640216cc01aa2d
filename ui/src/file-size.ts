/** The size of a file in a short form: 24 KB, 1.2 MB, 86 MB. */
export const sizeOf = (bytes: number): string => {
  if (bytes < 1024) return `${bytes} B`
  if (bytes < 100 * 1024) return `${Math.round(bytes / 1024)} KB`
  return `${inMegabytes(bytes)} MB`
}

/** Megabytes with one digit below ten. */
export const inMegabytes = (bytes: number): number => {
  const mb = bytes / 2 ** 20
  return mb < 10 ? Math.max(0.1, Math.round(mb * 10) / 10) : Math.round(mb)
}
