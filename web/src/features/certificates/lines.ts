/** A part of a paragraph in one weight. */
export type Run = { text: string; isHeavy?: boolean }

type Sign = { text: string; width: number; isHeavy: boolean }
/** Characters between which no line may break. */
type Unit = { signs: Sign[]; isSpace: boolean }

// The characters 《〈「『“‘（ and 》〉」』”’）、，。；：！？…· and their Latin counterparts.
const opening = /^[\u300a\u3008\u300c\u300e\uff08\u201c\u2018([]$/u
const closing =
  /^[\u300b\u3009\u300d\u300f\uff09\u201d\u2019\u3001\uff0c\u3002\uff1b\uff1a\uff01\uff1f\u2026·,.;:!?)\]]$/u
const wide =
  /[\u1100-\u115f\u2014\u2018-\u201d\u2026\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f000}-\u{3ffff}]/u

/** The approximate width of a character, in units of its height. */
export const widthOf = (sign: string): number => {
  if (wide.test(sign)) return 1
  if (sign === ' ') return 0.28
  return /[\p{Lu}mw@%]/u.test(sign) ? 0.72 : /[ijltfr.,:;'|!I]/.test(sign) ? 0.34 : 0.54
}

/** The width of a text in units of its height. */
export const textWidth = (text: string): number => signsOf(text).reduce((sum, sign) => sum + widthOf(sign), 0)

// Firefox has it since 2024; without it a sign with marks of its own is several.
const segmenter = 'Segmenter' in Intl ? new Intl.Segmenter('zh-CN', { granularity: 'grapheme' }) : null
const signsOf = (text: string): string[] =>
  segmenter ? Array.from(segmenter.segment(text), ({ segment }) => segment) : [...text]

const isWordSign = ({ text, width }: Sign): boolean => width < 1 && text !== ' '

/** Splits runs into words and single characters, each with the punctuation that belongs to it. */
const unitsOf = (runs: readonly Run[]): Unit[] => {
  const units: Unit[] = []
  for (const { text, isHeavy = false } of runs)
    for (const part of signsOf(text.replaceAll(/\s+/gu, ' '))) {
      const sign = { text: part, width: widthOf(part), isHeavy }
      const last = units.at(-1)
      const before = last?.signs.at(-1)
      const belongs =
        last &&
        before &&
        !last.isSpace &&
        part !== ' ' &&
        (closing.test(part) || opening.test(before.text) || (isWordSign(sign) && isWordSign(before)))
      if (belongs) last.signs.push(sign)
      else units.push({ signs: [sign], isSpace: part === ' ' })
    }
  return units
}

const runsOf = (signs: readonly Sign[]): Run[] => {
  const runs: { text: string; isHeavy: boolean }[] = []
  for (const { text, isHeavy } of signs) {
    const last = runs.at(-1)
    if (last?.isHeavy === isHeavy) last.text += text
    else runs.push({ text, isHeavy })
  }
  return runs
}

/**
 * A paragraph as lines of at most `most` units, the first one shorter by `indent`: no line begins with a closing mark
 * or ends with an opening one, and words stay whole unless a line cannot hold one. O(signs).
 */
export const linesOf = (runs: readonly Run[], most: number, indent = 0): Run[][] => {
  const lines: Sign[][] = [[]]
  let left = most - indent
  const put = (signs: readonly Sign[], width: number) => {
    lines.at(-1)!.push(...signs)
    left -= width
  }
  const begin = () => {
    lines.push([])
    left = most
  }
  for (const { signs, isSpace } of unitsOf(runs)) {
    const width = signs.reduce((sum, sign) => sum + sign.width, 0)
    if (isSpace && lines.at(-1)!.length === 0) continue
    if (width > left && lines.at(-1)!.length > 0) begin()
    if (isSpace && lines.at(-1)!.length === 0) continue
    if (width <= left) put(signs, width)
    else
      for (const sign of signs) {
        if (sign.width > left) begin()
        put([sign], sign.width)
      }
  }
  return lines.filter((line) => line.length > 0).map(runsOf)
}

export type Paragraph = { runs: readonly Run[]; isIndented?: boolean; isQuoted?: boolean }
export type Set = { size: number; step: number; lines: { runs: Run[]; isIndented: boolean; isQuoted: boolean }[] }

/**
 * Fits paragraphs into a box at the first of the given sizes, sorted from large to small, that fits; if none does, at
 * the smallest. Few lines are spread as far as the box has room and `loosest` allows, in heights of a character.
 */
export const setInBox = (
  paragraphs: readonly Paragraph[],
  box: { width: number; height: number; loosest?: number },
  sizes: readonly number[],
): Set => {
  const at = (size: number): Set => ({
    size,
    step: size * 1.75,
    lines: paragraphs.flatMap(({ runs, isIndented = false, isQuoted = false }) =>
      linesOf(runs, box.width / size, isIndented ? 2 : 0).map((line, row) => ({
        runs: line,
        isIndented: isIndented && row === 0,
        isQuoted,
      })),
    ),
  })
  const set = sizes.map(at)
  const found = set.find(({ lines, step }) => lines.length * step <= box.height) ?? at(sizes.at(-1) ?? 12)
  const apart = Math.min(found.size * (box.loosest ?? 0), box.height / Math.max(1, found.lines.length))
  return { ...found, step: Math.max(found.step, apart) }
}
