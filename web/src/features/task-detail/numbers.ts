/** A score or percentage as people write it: at most one decimal. */
export const plain = (value: number): string => String(Math.round(value * 10) / 10)

/** The pass line, stored as a percentage, on the scale of the task. */
export const passScore = ({ pass_line, max_score }: { pass_line: number; max_score: number }): string =>
  plain((pass_line * max_score) / 100)
