import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Emblem } from './emblem.tsx'

const drawn = (glyph: string) => renderToStaticMarkup(<Emblem id={4} hue="tech" glyph={glyph} />)

test('an emblem shows a drawing by its name, a character as it is, and a flag for an unknown name', () => {
  expect(drawn('码')).toMatch(/<text[^>]*>码<\/text>/)
  expect(drawn('code')).not.toContain('<text')
  expect(drawn('code')).not.toBe(drawn('nothing'))
  expect(drawn('nothing')).toBe(drawn('flag'))
})

test('the shape of an emblem follows the id: the same one always looks the same', () => {
  expect(drawn('code')).toBe(drawn('code'))
  expect(renderToStaticMarkup(<Emblem id={5} hue="tech" glyph="code" />)).not.toBe(drawn('code'))
})
