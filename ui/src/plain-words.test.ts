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
