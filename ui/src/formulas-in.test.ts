import type { JSONContent } from '@tiptap/core'
import { expect, test } from 'vitest'
import { formulasInLine, withFormulas } from './formulas-in.ts'

const words = (text: string, ...marks: string[]): JSONContent => ({
  type: 'text',
  text,
  ...(marks.length > 0 && { marks: marks.map((type) => ({ type })) }),
})
const lines = (...texts: string[]): JSONContent => ({
  type: 'doc',
  content: texts.map((text) => ({ type: 'paragraph', ...(text && { content: [words(text)] }) })),
})

/** A text for reading: formulas in brackets, paragraphs apart. */
const read = ({ text = '', attrs, content, type }: JSONContent): string => {
  if (type === 'formula') return attrs?.display ? `⟦${attrs.latex}⟧` : `[${attrs?.latex}]`
  return text + (content ?? []).map(read).join(type === 'doc' ? ' / ' : '')
}

test.each([
  ['设$a_1*b_2*c$为常数', '设[a_1*b_2*c]为常数'],
  ['$x$，$y$', '[x]，[y]'],
  ['$$\\frac{1}{2}$$', '⟦\\frac{1}{2}⟧'],
  ['$a=\\$5$', '[a=\\$5]'],
])('what is between signs is a formula: %s', (typed, meant) => {
  expect(read(withFormulas(lines(typed)))).toBe(meant)
})

test.each(['苹果$5一个，梨$6一个', '花 $ 3 $ 元', 'US$x$y', '5$和6$', '价$5，$', '\\$x\\$', '$$', '$$ $$', '赚了$$$'])(
  'money stays money: %s',
  (typed) => {
    expect(read(withFormulas(lines(typed)))).toBe(typed)
  },
)

test('a formula over several lines is one formula, whatever its lines begin with', () => {
  expect(
    read(
      withFormulas(
        lines('由此', '$$', '\\begin{aligned}', 'x &= 1 \\\\ % 注', '+ y &< 2', '\\end{aligned}', '$$', '完'),
      ),
    ),
  ).toBe('由此 / ⟦\\begin{aligned} x &= 1 \\\\ + y &< 2 \\end{aligned}⟧ / 完')
  expect(read(withFormulas(lines('$$x', 'y$$ 完', '$$')))).toBe('⟦x y⟧ 完 / $$')
})

test('a line of signs that nothing closes takes no other line with it', () => {
  const typed = lines('$$', '一句', '两句')
  expect(withFormulas(typed)).toEqual(typed)
  const list = {
    type: 'doc',
    content: [
      ...(typed.content ?? []),
      { type: 'codeBlock', content: [words('$x$ $$')] },
      ...(lines('$$').content ?? []),
    ],
  }
  expect(withFormulas(list)).toEqual(list)
})

test('what stars and lines in a formula had become is stars and lines again', () => {
  expect(
    formulasInLine([words('设$a '), words('b', 'italic'), words(' c '), words('d', 'bold'), words('$')]).map(read),
  ).toEqual(['设', '[a *b* c **d**]'])
})

test('a formula that is one already, and code, stay as they are', () => {
  const line = [
    words('$'),
    words('x$y', 'code'),
    words('$ '),
    { type: 'formula', attrs: { latex: 'z', display: false } },
  ]
  expect(formulasInLine(line)).toEqual(line)
})
