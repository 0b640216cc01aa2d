import type { Subject } from '@tongchuang/contract/drawings.ts'
import { flagCode, flagGlyphs, flagOf, flagPatterns, flagShapes } from '@tongchuang/contract/flags.ts'
import { hues, type Hue } from '@tongchuang/contract/rules/hues.ts'

export type Flag = { glyph: string; flag: string }
type FlagGlyph = (typeof flagGlyphs)[number]

const glyphFor: Record<Subject, FlagGlyph> = {
  write: 'book',
  math: 'sigma',
  code: 'code',
  photo: 'camera',
  paint: 'brush',
  nature: 'sprout',
  physics: 'flask',
  chemistry: 'flask',
  history: 'class',
  geography: 'globe',
  english: 'speak',
  music: 'note',
  sport: 'ball',
  robot: 'robot',
  care: 'heart',
  class: 'class',
  lamp: 'book',
  books: 'book',
  compass: 'globe',
  easel: 'brush',
}

/** What tells flags apart without their colours. */
const lookOf = ({ glyph, flag }: Flag): string => {
  const { shape, pattern } = flagOf(flag)
  return `${shape} ${pattern} ${glyph}`
}

/** In how many of shape, pattern and drawing two flags differ. */
export const differences = (one: Flag, other: Flag): number => {
  const [a, b] = [flagOf(one.flag), flagOf(other.flag)]
  return Number(a.shape !== b.shape) + Number(a.pattern !== b.pattern) + Number(one.glyph !== other.glyph)
}

const numberOf = (name: string): number =>
  [...name].reduce((sum, letter) => (Math.imul(sum, 31) + (letter.codePointAt(0) ?? 0)) >>> 0, 7)

/**
 * The flag of a new guild: the drawing of its subject or the one its teacher chose, in a shape and a pattern that no
 * guild combines with it. Without a choice, other drawings are tried, so that no two flags are equal while a
 * combination is free; after that the first.
 */
export const newFlag = (
  { name, hue, subject, glyph }: { name: string; hue: Hue; subject: Subject; glyph?: string | undefined },
  taken: readonly Flag[],
): Flag => {
  const looks = new Set(taken.map(lookOf))
  const own = glyph ?? glyphFor[subject]
  const glyphs = glyph === undefined ? [own, ...flagGlyphs.filter((one) => one !== own)] : [own]
  const start = numberOf(name)
  const seconds = hues.filter((one) => one !== hue)
  const second = seconds[start % seconds.length] ?? hue
  const every = glyphs.flatMap((one) =>
    flagPatterns.flatMap((_, step) =>
      flagShapes.map((__, turn) => {
        const shape = flagShapes[(start + turn) % flagShapes.length] ?? 'shield'
        const pattern = flagPatterns[((start >>> 2) + step) % flagPatterns.length] ?? 'plain'
        return { glyph: one, flag: flagCode({ shape, pattern, second }) }
      }),
    ),
  )
  return every.find((one) => !looks.has(lookOf(one))) ?? every[0] ?? { glyph: own, flag: 'shield-plain-tech' }
}
