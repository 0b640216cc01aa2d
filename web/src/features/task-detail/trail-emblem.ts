import { type Hue, hues } from '@tongchuang/contract/rules/hues.ts'
import type { Subject } from '@tongchuang/contract/drawings.ts'
import { flagPatterns } from '@tongchuang/contract/flags.ts'
import type { FlagHue, FlagPattern, FlagShape } from '@tongchuang/contract/flags.ts'

const glyphsOf: Readonly<Record<Subject, readonly [string, string, string, string]>> = {
  write: ['book', 'scroll', 'speak', 'brush'],
  math: ['sigma', 'code', 'speak', 'star'],
  code: ['code', 'robot', 'sigma', 'star'],
  photo: ['camera', 'print', 'brush', 'star'],
  paint: ['brush', 'print', 'camera', 'star'],
  nature: ['sprout', 'flask', 'globe', 'camera'],
  physics: ['flask', 'sigma', 'robot', 'globe'],
  chemistry: ['flask', 'sprout', 'sigma', 'star'],
  history: ['scroll', 'book', 'globe', 'class'],
  geography: ['globe', 'sprout', 'camera', 'scroll'],
  english: ['speak', 'book', 'globe', 'scroll'],
  music: ['note', 'speak', 'heart', 'star'],
  sport: ['ball', 'shoe', 'heart', 'star'],
  robot: ['robot', 'code', 'sigma', 'flask'],
  care: ['heart', 'sprout', 'speak', 'class'],
  class: ['class', 'heart', 'speak', 'star'],
  lamp: ['star', 'book', 'sprout', 'flag'],
  books: ['book', 'scroll', 'speak', 'star'],
  compass: ['globe', 'flag', 'star', 'scroll'],
  easel: ['brush', 'camera', 'star', 'print'],
}
const shapes = ['hexagon', 'circle', 'pennant', 'shield'] as const

export type ChapterEmblem = { shape: FlagShape; pattern: FlagPattern; second: FlagHue; glyph: string }

/**
 * The emblem earned at the end of a chapter. It is derived from the chapter's order in the guild and its key, so that
 * it is the same wherever it is drawn and nobody has to choose one. The shape and the drawing change from one chapter
 * to the next; four times as many differ in their pattern.
 */
export const emblemOf = (
  { key, order }: { key: string; order: number },
  { subject, hue }: { subject: Subject; hue: Hue },
): ChapterEmblem => {
  let number = 2_166_136_261
  for (const letter of key) number = Math.imul(number ^ (letter.codePointAt(0) ?? 0), 16_777_619)
  number = (number ^ (number >>> 15)) >>> 0
  // Never the plain pattern: the drawing must stand out from the background it shares with the stops.
  const [, ...patterns] = flagPatterns
  const at = order % shapes.length
  return {
    shape: shapes[at] ?? 'hexagon',
    pattern: patterns[(number + order) % patterns.length] ?? 'half',
    second: hue,
    glyph: glyphsOf[subject][at] ?? 'flag',
  }
}

/** The hue of a chapter: consecutive chapters never share one, and the first has the guild’s. */
export const hueOf = (hue: Hue, order: number): Hue => hues[(hues.indexOf(hue) + order * 4) % hues.length] ?? hue
