import { type Hue, hues } from '@tongchuang/contract/rules/hues.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { flagCode, flagGlyphs, flagPatterns, flagShapes } from '@tongchuang/contract/flags.ts'
import { mids } from '@tongchuang/ui/hues.ts'
import { flagMarkup } from '@tongchuang/ui/testing/flag-markup.tsx'
import sharp from 'sharp'
import { expect, test } from 'vitest'

const tokens = readFileSync(join(import.meta.dirname, '../ui/src/tokens.css'), 'utf8')
const inks = Object.fromEntries(
  hues.map((hue) => [hue, new RegExp(`--hue-${hue}: (#[0-9a-f]{6})`).exec(tokens)?.[1] ?? '']),
) as Record<Hue, string>

const side = 40

/** How a flag looks at 40 px without its colours, on white. */
const greysOf = async (given: { hue: Hue; glyph: string; flag: string }): Promise<Buffer> => {
  const drawn = flagMarkup({ ...given, height: side })
    .replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"')
    .replaceAll('var(--hue)', inks[given.hue])
  return sharp(Buffer.from(drawn), { density: 72 })
    .resize(side, side)
    .flatten({ background: '#fff' })
    .greyscale()
    .raw()
    .toBuffer()
}

/**
 * Dots of 1600 in which two pictures differ by more than a sixth of the way from black to white; no more than `most`
 * are counted.
 */
const dotsApart = (one: Buffer, other: Buffer, most: number): number => {
  let dots = 0
  for (let at = 0; at < one.length && dots < most; at += 1)
    if (Math.abs((one[at] ?? 0) - (other[at] ?? 0)) > 42) dots += 1
  return dots
}

/** The ground that is lightest in greys with the pattern that is darkest. */
const nearestHues = async (): Promise<readonly [ground: Hue, pattern: Hue]> => {
  const lightness = async (colour: string) => {
    const dot = { create: { width: 1, height: 1, channels: 3 as const, background: colour } }
    return (await sharp(dot).greyscale().raw().toBuffer())[0] ?? 0
  }
  const grounds = await Promise.all(hues.map(async (hue) => ({ hue, light: await lightness(inks[hue]) })))
  const patterns = await Promise.all(hues.map(async (hue) => ({ hue, light: await lightness(mids[hue]) })))
  const [ground] = grounds.toSorted((one, other) => other.light - one.light)
  const [pattern] = patterns.toSorted((one, other) => one.light - other.light)
  return [ground?.hue ?? 'tech', pattern?.hue ?? 'tech']
}

test('any two of the 448 flags of one colour are told apart at 40 px and in greys', async () => {
  const [hue, second] = await nearestHues()
  const looks = flagShapes.flatMap((shape) =>
    flagPatterns.flatMap((pattern) => {
      const flag = flagCode({ shape, pattern, second })
      return flagGlyphs.map((glyph) => ({ name: `${shape} ${pattern} ${glyph}`, glyph, flag }))
    }),
  )
  const drawn = await Promise.all(looks.map(async (look) => ({ ...look, greys: await greysOf({ hue, ...look }) })))
  let nearest = { dots: Number.POSITIVE_INFINITY, names: '' }
  for (const [at, one] of drawn.entries())
    for (const other of drawn.slice(at + 1)) {
      const dots = dotsApart(one.greys, other.greys, nearest.dots)
      if (dots < nearest.dots) nearest = { dots, names: `${one.name} and ${other.name}` }
    }
  expect(drawn).toHaveLength(448)
  // One dot in fifty.
  expect(nearest.dots, nearest.names).toBeGreaterThan((side * side) / 50)
})
