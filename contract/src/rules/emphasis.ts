const wide =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uffef\u2014\u2018-\u201d\u2026]/u
const space = /^$|\s/u
const punctuation = /[\p{P}\p{S}]/u

/** Whether a sign is Chinese, Japanese or Korean, or punctuation written among them. */
export const isWide = (sign: string): boolean => wide.test(sign)

/** Whether there is a space, a line end or nothing in the place of a sign. */
export const isBlank = (sign: string): boolean => space.test(sign)

/** Whether a run of stars multiplies the numbers beside it, as in `3*4=12`, and emphasizes nothing. */
export const isProduct = (run: string, before: string, behind: string): boolean =>
  run === '*' && /^\d$/.test(before) && /^\d$/.test(behind)

/**
 * Whether a run of `*` or `~` may begin and may end emphasis, from the signs before and behind it (CommonMark 6.2).
 * Markdown tells the two apart by the spaces around, which Chinese does not write: beside a wide sign it may be either.
 */
export const emphasisAt = (before: string, behind: string): { opens: boolean; closes: boolean } => {
  const besideWide = isWide(before) || isWide(behind)
  const bordersOn = (sign: string) => isBlank(sign) || punctuation.test(sign)
  return {
    opens: !isBlank(behind) && (besideWide || !punctuation.test(behind) || bordersOn(before)),
    closes: !isBlank(before) && (besideWide || !punctuation.test(before) || bordersOn(behind)),
  }
}
