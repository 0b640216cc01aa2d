/** A score or percentage as people write it: at most one decimal. */
export const plain = (value: number): string => String(Math.round(value * 10) / 10)

/** 412 KB, 18 MB */
export const sizeOf = (bytes: number): string => {
  if (bytes < 1000) return `${bytes} B`
  if (bytes < 999_500) return `${Math.round(bytes / 1000)} KB`
  return `${plain(bytes / 1e6)} MB`
}

/** The ending of a name, for its picture: XLSX. */
export const endingOf = (name: string): string => {
  const dot = name.lastIndexOf('.')
  return dot > 0 ? name.slice(dot + 1, dot + 5).toUpperCase() : ''
}

/** The pass line, stored as a percentage, on the scale of the task. */
export const passScore = ({ pass_line, max_score }: { pass_line: number; max_score: number }): string => plain((pass_line * max_score) / 100)
