import { hues } from './rules/hues.ts'
import { oneOf } from './schema.ts'

export const flagShapes = ['shield', 'hexagon', 'circle', 'pennant'] as const
export const flagPatterns = ['plain', 'half', 'fess', 'bend', 'chevron', 'chief', 'quarter', 'pales'] as const
/** The drawings a flag can be composed with; an older guild may have another drawing or a character. */
export const flagGlyphs = [
  'sigma',
  'code',
  'camera',
  'book',
  'sprout',
  'note',
  'heart',
  'robot',
  'flask',
  'globe',
  'ball',
  'brush',
  'speak',
  'class',
] as const

export type FlagShape = (typeof flagShapes)[number]
export type FlagPattern = (typeof flagPatterns)[number]
export type FlagHue = (typeof hues)[number]

export type FlagCode = `${FlagShape}-${FlagPattern}-${FlagHue}`

/** Shape, pattern and the pattern's hue, for example `shield-half-art`. */
export const flag = () =>
  oneOf(
    ...flagShapes.flatMap((shape) =>
      flagPatterns.flatMap((pattern) => hues.map((second) => `${shape}-${pattern}-${second}` as const)),
    ),
  )

const oneIn = <T extends string>(words: readonly T[], word: string | undefined): T =>
  words.find((one) => one === word) ?? (words[0] as T)

/** The parts of a flag; a part that is missing or unknown is the first of its kind. */
export const flagOf = (code: string): { shape: FlagShape; pattern: FlagPattern; second: FlagHue } => {
  const [shape, pattern, second] = code.split('-')
  return { shape: oneIn(flagShapes, shape), pattern: oneIn(flagPatterns, pattern), second: oneIn(hues, second) }
}

/** The code of a flag with these parts. */
export const flagCode = ({
  shape,
  pattern,
  second,
}: {
  shape: FlagShape
  pattern: FlagPattern
  second: FlagHue
}): FlagCode => `${shape}-${pattern}-${second}`
