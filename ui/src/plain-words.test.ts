import { expect, test } from 'vitest'
import { beginningOf, wordsOf } from './plain-words.ts'

test('a long text is cut behind a sentence, a short one stands as it is', () => {
  expect(beginningOf('  一句话。\n\n 两句话。 ', 240)).toBe('一句话。\n两句话。')
  expect(beginningOf(`${'字'.repeat(199)}。${'尾'.repeat(90)}`, 240)).toBe(`${'字'.repeat(199)}。……`)
  expect(beginningOf('字'.repeat(300), 240)).toBe(`${'字'.repeat(240)}……`)
})

test('a formatted text gives its words', () => {
  expect(wordsOf('## 开头\n\n> **奶奶**的[布袋](https://a.example/b)\n- `一` 条\n1. 两 ~~三~~\n![图](/p.png)')).toBe(
    '开头\n\n奶奶的布袋\n一 条\n两 三\n',
  )
  expect(wordsOf(`${'['.repeat(20_000)}${']('.repeat(20_000)}`)).toContain('[')
})

test.each([
  [
    'what was typed with signs',
    '1\\. 取样\n\n填空\\_\\_，*斜体*\\[1\\]，a &lt; b &amp; c，价格\\$5',
    '1. 取样\n\n填空__，斜体[1]，a < b & c，价格$5',
  ],
  [
    'a program',
    '```python\ndef f(x):\n    return x ** 2  # __init__\n```\n用 `__init__`',
    'def f(x):\n\u00a0\u00a0\u00a0\u00a0return x ** 2  # __init__\n用 __init__',
  ],
  ['a table', '| 次数 | **结果** |\n| --- | --- |\n| 1 | a\\|b |', '次数 | 结果\n\n1 | a|b'],
  [
    'formulas',
    '解：$x^2+y^{2}=r_1$，$$\\frac{1}{2}\\times\\sqrt{3} \\le \\pi$$，$5和$10',
    '解：x²+y²=r₁，1/2×√3 ≤π，$5和$10',
  ],
  [
    'a poem',
    '　　静夜思  \n床前明月光\n\n&#160;&#160;李白\n\n&nbsp;\n\n---',
    '　　静夜思  \n床前明月光\n\n\u00a0\u00a0李白\n\n\u00a0\n\n',
  ],
])('a printed beginning of %s reads as its author sees it', (_, source, words) => {
  expect(wordsOf(source)).toBe(words)
})

test('a printed beginning keeps the indents of a poem and leaves out empty lines', () => {
  expect(beginningOf('　　静夜思  \n\u00a0\n\n\u00a0\u00a0李白 \n', 240)).toBe('　　静夜思\n\u00a0\u00a0李白')
})

test('a program of many short lines is cut where its sheet ends', () => {
  const lines = Array.from({ length: 40 }, (_, at) => `x = ${at}`)
  expect(beginningOf(lines.join('\n'), 240, 14)).toBe(`${lines.slice(0, 14).join('\n')}……`)
  expect(beginningOf(lines.slice(0, 14).join('\n'), 240, 14)).toBe(lines.slice(0, 14).join('\n'))
  expect(beginningOf(lines.slice(0, 27).join('\n'), 240)).toBe(lines.slice(0, 27).join('\n'))
})

test('a text made to be slow is read in a moment', () => {
  const started = performance.now()
  for (const piece of ['`', '$', '*', '**a', '[a](', '| ', '\\', '```\n', '&lt;', '\\frac{', '$\\frac{a}', '!['])
    wordsOf(piece.repeat(Math.ceil(50_000 / piece.length)))
  expect(performance.now() - started).toBeLessThan(5_000)
})
