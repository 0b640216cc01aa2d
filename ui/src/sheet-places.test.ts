import { expect, test } from 'vitest'
import { drawnSize, uprightPoint } from './sheet-places.ts'

test('what is pressed on a turned page is the same place as on the upright one', () => {
  // The upper left corner of the page lies, after each quarter to the right, at the next corner.
  for (const [turns, corner] of [
    [0, { x: 0, y: 0 }],
    [1, { x: 1, y: 0 }],
    [2, { x: 1, y: 1 }],
    [3, { x: 0, y: 1 }],
  ] as const)
    expect(uprightPoint(corner, turns)).toEqual({ x: 0, y: 0 })
  expect(uprightPoint({ x: 0.25, y: 0.5 }, 1)).toEqual({ x: 0.5, y: 0.75 })
})

test('a page is seen whole in its window however it is turned, and fills the width of a phone', () => {
  const photo = { width: 3000, height: 4000 }
  const box = { width: 600, height: 400 }
  expect(drawnSize(photo, box, { turns: 0, zoom: 1, byWidth: false })).toEqual({ width: 300, height: 400 })
  const lying = drawnSize(photo, box, { turns: 1, zoom: 1, byWidth: false })
  expect([Math.round(lying.width), Math.round(lying.height)]).toEqual([400, 533])
  expect(drawnSize(photo, box, { turns: 0, zoom: 2, byWidth: true })).toEqual({ width: 1200, height: 1600 })
})

test('a long picture that is a strip when seen whole can be enlarged until its words are read', () => {
  const chat = { width: 700, height: 9000 }
  const box = { width: 600, height: 500 }
  const widthAt = (zoom: number) => Math.round(drawnSize(chat, box, { turns: 0, zoom, byWidth: false }).width)
  expect([1, 1.5, 2, 4].map(widthAt)).toEqual([39, 450, 600, 1200])
  const lying = drawnSize(chat, box, { turns: 1, zoom: 2, byWidth: false })
  expect(Math.round(lying.width)).toBe(500)
})
