import fc from 'fast-check'
import { expect, test } from 'vitest'
import { grownParts } from './grown.ts'

test('what was added to a text is told apart by the sentence, and what stayed is not', () => {
  expect(grownParts('我奶奶来了城里。她早上去看葱。她有时候会想家。', '我奶奶来了城里。她有时候会想家。')).toEqual([
    { text: '我奶奶来了城里。', isNew: false },
    { text: '她早上去看葱。', isNew: true },
    { text: '她有时候会想家。', isNew: false },
  ])
})

test('in a text that was written anew nothing stands out, and in an unchanged one neither', () => {
  const anew = '布袋里装着一把土。她用它养活了葱。'
  expect(grownParts(anew, '我觉得这个说法不太好。')).toEqual([{ text: anew, isNew: false }])
  expect(grownParts(anew, anew)).toEqual([{ text: anew, isNew: false }])
})

test('a sentence that is cut where the sheet ends is not new for that', () => {
  expect(grownParts('布袋里有土。她早上去看……', '她早上去看葱，晚上也去。')).toEqual([
    { text: '布袋里有土。', isNew: true },
    { text: '她早上去看……', isNew: false },
  ])
})

test('whatever is written, not a letter of it is lost', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), fc.string(), (a, b, c) => {
      const text = `${a}。${b}\n${c}`
      expect(
        grownParts(text, `${b}。${a}`)
          .map((part) => part.text)
          .join(''),
      ).toBe(text)
    }),
  )
})
