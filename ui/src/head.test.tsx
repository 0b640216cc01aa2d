import { headByName, headCode, headFrom, headNumbers, headOf, headParts } from '@tongchuang/contract/heads.ts'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Avatar } from './avatar.tsx'
import { HeadParts } from './head-parts.tsx'

const drawn = (code: string) => renderToStaticMarkup(<HeadParts head={code} />)
const aHead = fc.record(
  Object.fromEntries(Object.entries(headParts).map(([part, count]) => [part, fc.nat(count - 1)])) as Record<
    keyof typeof headParts,
    fc.Arbitrary<number>
  >,
)

test('every head there can be is read back from its code, and drawn', () => {
  fc.assert(
    fc.property(aHead, (head) => {
      expect(headOf(headCode(head))).toEqual(head)
      expect(headFrom(headNumbers(head))).toEqual(head)
      // Small, because a list shows hundreds of them.
      const markup = drawn(headCode(head))
      expect(markup.length).toBeLessThan(2_560)
      expect(gzipSync(markup).length).toBeLessThan(1_024)
    }),
  )
})

test('a code with a part that there is not, too short or too long, is no head', () => {
  const code = headCode(headByName('林雨桐'))
  for (const wrong of [
    '',
    code.slice(1),
    `${code}0`,
    `9${code.slice(1)}`,
    `-${code.slice(1)}`,
    '林雨桐林雨桐林雨桐林雨',
  ])
    expect(headOf(wrong)).toBeNull()
})

test('who has not chosen has a head of their own, always the same, of parts that say nothing of a person', () => {
  const heads = Array.from({ length: 1_000 }, (_, at) => headByName(`同学${at}`))
  expect(headByName('林雨桐')).toEqual(headByName('林雨桐'))
  expect(new Set(heads.map(headCode)).size).toBeGreaterThan(980)
  for (const { hair, skin, colour, extra } of heads) {
    expect([0, 2, 5, 6]).toContain(hair)
    expect([1, 2, 3]).toContain(skin)
    expect(colour).toBeLessThan(3)
    expect([0, 3, 4]).toContain(extra)
  }
})

test('no head wears a green cap', () => {
  const cap = { ...headByName('林雨桐'), extra: 3 }
  for (let hue = 0; hue < headParts.hue; hue += 1)
    expect(drawn(headCode({ ...cap, hue }))).not.toMatch(/--head-cap:(?!var\(--hue\)|#1450d9)/)
  expect(drawn(headCode({ ...cap, hue: 6 }))).toContain('--head-cap:#1450d9')
})

test('whoever does not show themselves has the one neutral head, whatever they are called', () => {
  const hidden = (name: string) => renderToStaticMarkup(<Avatar id={0} name={name} src={null} />)
  expect(hidden('林雨桐')).toBe(hidden('同学'))
})
