import { flagCode, flagGlyphs, flagPatterns, flagShapes } from '@tongchuang/contract/flags.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Emblem } from './emblem.tsx'

const drawn = (glyph: string, flag = 'shield-plain-tech') =>
  renderToStaticMarkup(<Emblem hue="tech" glyph={glyph} flag={flag} />)

test('a flag shows a drawing by its name, a character as it is, and a flag for an unknown name', () => {
  expect(drawn('码')).toMatch(/<text[^>]*>码<\/text>/)
  expect(drawn('code')).not.toContain('<text')
  expect(drawn('code')).not.toBe(drawn('nothing'))
  expect(drawn('nothing')).toBe(drawn('flag'))
})

test('each shape, each pattern and each drawing of a flag looks unlike every other', () => {
  const looks = flagShapes.flatMap((shape) =>
    flagPatterns.flatMap((pattern) =>
      flagGlyphs.map((glyph) => drawn(glyph, flagCode({ shape, pattern, second: 'art' }))),
    ),
  )
  expect(new Set(looks).size).toBe(448)
})
