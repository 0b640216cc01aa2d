/** The keys of the number pad: the digits, the point, and backspace. */
export const padKeys = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '.', '0', 'back'] as const
export type PadKey = (typeof padKeys)[number]

/**
 * The score after a key press. A digit that would exceed the full marks starts a new score: someone who gave 86 and
 * types 9 means another score. At most two digits follow the point.
 */
export const afterKey = (score: string, key: PadKey, max: number): string => {
  if (key === 'back') return score.slice(0, -1)
  if (key === '.') return score.includes('.') || Number(score) >= max ? score : `${score || '0'}.`
  if (/\.\d\d$/.test(score)) return score
  const next = score === '0' ? key : score + key
  if (Number(next) <= max) return next
  return Number(key) <= max ? key : score
}
