import { expect, test } from 'vitest'
import { linesOf, setInBox, textWidth } from './lines.ts'
import { places } from './places.ts'

const plain = (lines: ReturnType<typeof linesOf>) => lines.map((runs) => runs.map(({ text }) => text).join(''))

test('no line of a certificate begins with a closing mark or ends with an opening one', () => {
  const text = '你的作品《离开土地的人还剩下什么》在文学社获评优。'
  for (let most = 4; most < 26; most += 1) {
    const lines = plain(linesOf([{ text }], most))
    expect(lines.join('')).toBe(text)
    for (const line of lines) {
      expect(line).not.toMatch(/^[》。]/)
      expect(line).not.toMatch(/《$/)
    }
  }
})

test('words stay whole, and one that no line could hold is broken', () => {
  const words = plain(linesOf([{ text: 'for the work in a guild of writers' }], 7))
  expect(words.map((line) => line.trim()).join(' ')).toBe('for the work in a guild of writers')
  expect(words.length).toBeGreaterThan(1)
  const long = 'x'.repeat(60)
  const lines = plain(linesOf([{ text: long }], 8))
  expect(lines.join('')).toBe(long)
  expect(lines.every((line) => textWidth(line) <= 8)).toBe(true)
})

test('the first line of a paragraph leaves room for its indent, and what is heavy stays heavy over the end of a line', () => {
  const lines = linesOf([{ text: '作品' }, { text: '一二三四五六', isHeavy: true }, { text: '得优' }], 6, 2)
  expect(lines).toEqual([
    [
      { text: '作品', isHeavy: false },
      { text: '一二', isHeavy: true },
    ],
    [
      { text: '三四五六', isHeavy: true },
      { text: '得优', isHeavy: false },
    ],
  ])
})

test('a long reason is set smaller until it fits, and the longest there can be still fits on paper', () => {
  const { text: box } = places.paper
  const { sizes } = box
  const short = setInBox([{ runs: [{ text: '好'.repeat(20) }] }], box, sizes)
  expect(short.size).toBe(28)
  const longest = setInBox(
    [
      { runs: [{ text: `你的作品《${'题'.repeat(60)}》在${'会'.repeat(30)}获评优。` }], isIndented: true },
      { runs: [{ text: `「${'字'.repeat(200)}」` }], isIndented: true },
      { runs: [{ text: '特发此状，以资鼓励。' }], isIndented: true },
    ],
    box,
    sizes,
  )
  expect(longest.lines.length * longest.step).toBeLessThanOrEqual(box.height)
})

test('few lines stand apart as far as the box has room, and no further than they belong together', () => {
  const box = { width: 800, height: 190, loosest: 2.3 }
  const few = [{ runs: [{ text: '一行' }] }, { runs: [{ text: '两行' }] }]
  expect(setInBox(few, box, [28]).step).toBeCloseTo(64.4)
  expect(setInBox([...few, { runs: [{ text: '三行' }] }], box, [28]).step).toBeCloseTo(190 / 3)
  expect(setInBox(few, { width: 800, height: 190 }, [28]).step).toBe(49)
})
