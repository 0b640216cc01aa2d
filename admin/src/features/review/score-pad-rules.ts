/** What a pad of numbers has: the digits, the point, and what takes one off. */
export const padKeys = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '.', '0', 'back'] as const
export type PadKey = (typeof padKeys)[number]

/**
 * A typed score after a key was pressed. What would be above the full mark begins anew with that digit: whoever gave 86 and
 * types 9 means another score. After the point there are two digits.
 */
export const afterKey = (score: string, key: PadKey, max: number): string => {
  if (key === 'back') return score.slice(0, -1)
  if (key === '.') return score.includes('.') || Number(score) >= max ? score : `${score || '0'}.`
  if (/\.\d\d$/.test(score)) return score
  const next = score === '0' ? key : score + key
  if (Number(next) <= max) return next
  return Number(key) <= max ? key : score
}
