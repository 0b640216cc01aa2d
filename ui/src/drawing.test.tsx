import { hues } from '@tongchuang/contract/rules/hues.ts'
import { subjects } from '@tongchuang/contract/drawings.ts'
import { gzipSync } from 'node:zlib'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { DrawingParts } from './drawing-parts.tsx'

const drawn = (id: number, given: Partial<Parameters<typeof DrawingParts>[0]> = {}) =>
  renderToStaticMarkup(<DrawingParts subject="write" hue="lit" id={id} {...given} />)

test('the same id always gives the same drawing, and of forty tasks of one subject hardly two look alike', () => {
  expect(drawn(7)).toBe(drawn(7))
  for (const subject of subjects)
    expect(new Set(Array.from({ length: 40 }, (_, id) => drawn(id + 1, { subject }))).size).toBeGreaterThan(36)
})

test('each subject is drawn in its own way, and in each hue', () => {
  expect(new Set(subjects.map((subject) => drawn(1, { subject, size: 'tile' }))).size).toBe(subjects.length)
  expect(new Set(hues.map((hue) => drawn(1, { hue }))).size).toBe(hues.length)
})

test('no drawing is heavier than 4 KB, and packed than 1.2 KB', () => {
  for (const subject of subjects)
    for (const size of ['cover', 'corner', 'tile'] as const)
      for (let id = 1; id <= 4; id += 1) {
        const drawing = drawn(id, { subject, size })
        expect(drawing.length).toBeLessThan(4_096)
        expect(gzipSync(drawing).length).toBeLessThan(1_229)
      }
})

test('the sun and the moon never stand in one sky', () => {
  for (let id = 1; id <= 2_000; id += 1) {
    const drawing = drawn(id)
    const hasSun = drawing.includes('fill="var(--sun)"')
    expect(hasSun && drawing.includes('M26 4a17 17 0 1 0 10 24A14 14 0 0 1 26 4z')).toBe(false)
  }
})
