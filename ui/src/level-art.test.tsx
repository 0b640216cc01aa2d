import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { LevelArt } from './level-art.tsx'

const partsOf = (level: number) =>
  (renderToStaticMarkup(<LevelArt level={level} />).match(/<(?:path|circle)/g) ?? []).length

test('each of the first ten levels adds to the hexagon of the one before, and later ones keep all of it', () => {
  const parts = Array.from({ length: 10 }, (_, index) => partsOf(index + 1))
  for (const [index, count] of parts.slice(1).entries()) expect(count).toBeGreaterThan(parts[index] ?? 0)
  expect(partsOf(12)).toBe(partsOf(10))
})

test('every number is drawn, also of a school with a hundred levels, and no drawing is heavier than 4 KB', () => {
  for (const level of [1, 7, 10, 25, 100]) {
    const drawing = renderToStaticMarkup(<LevelArt level={level} />)
    expect(drawing.split('stroke-width="6"').length - 1).toBe(String(level).length)
    expect(drawing.length).toBeLessThan(4_096)
  }
})
