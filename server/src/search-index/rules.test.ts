import { expect, test } from 'vitest'
import { termsOf, typedWords, wordsOf } from './rules.ts'

test.each([
  ['食堂排队要等多久？', ['食堂', '堂排', '排队', '队要', '要等', '等多', '多久', '久']],
  ['用 Python 写一个点名器', ['用', 'python', '写一', '一个', '个点', '点名', '名器', '器']],
  ['Ｐｙｔｈｏｎ３入门', ['python3', '入门', '门']],
  ['㓥小满', ['㓥小', '小满', '满']],
  ['𠮷野家', ['𠮷野', '野家', '家']],
  ['「」……！', []],
])('%s is found by %j', (text, words) => expect(wordsOf(text)).toEqual(words))

test('what is typed is looked for by all of its words, the beginning of a Latin one is enough', () => {
  expect(typedWords('  食堂  Pyth ')).toEqual(['食堂', 'pyth'])
  expect(termsOf(typedWords('食堂排 Pyth 队'))).toEqual([
    { word: '食堂', prefix: false },
    { word: '堂排', prefix: false },
    { word: 'pyth', prefix: true },
    { word: '队', prefix: true },
  ])
  expect(typedWords('" OR 1=1 --*')).toEqual(['or', '1'])
  expect(typedWords('a b c d e f g h i j')).toHaveLength(8)
})
