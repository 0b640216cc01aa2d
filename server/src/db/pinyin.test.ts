import { expect, test } from 'vitest'
import { pinyinOf, pinyinPattern } from './pinyin.ts'

const isFound = async (name: string, typed: string): Promise<boolean> => {
  const pattern = pinyinPattern(typed)
  return pattern !== null && (await pinyinOf(name)).includes(pattern.slice(1, -1))
}

test.each([
  ['数学建模组', 'shuxue'],
  ['数学建模组', 'sxjm'],
  ['数学建模组', 'jianmo'],
  ['数学建模组', 'JM'],
  ['数学建模组', 'shu xue jian'],
  ['高一（3）班', 'gaoyi3ban'],
  ['高一（3）班', 'gy3b'],
  ['Python 编程社', 'pythonbc'],
  ['Python 编程社', 'biancheng'],
  ['绿色行动', 'lvse'],
  ['西安读书会', "xi'an"],
  // The reading of a character within its word.
  ['重庆路小学', 'chongqing'],
  ['音乐社', 'yinyue'],
])('“%s” is found by %s', async (name, typed) => {
  expect(await isFound(name, typed)).toBe(true)
})

test.each([
  // Matches only from the start of a character’s reading: “an” occurs in “jian”.
  ['数学建模组', 'an'],
  ['数学建模组', 'xs'],
  ['数学建模组', '数学'],
  ['数学建模组', ''],
  ['🎈', 'a'],
])('“%s” is not found by “%s”', async (name, typed) => {
  expect(await isFound(name, typed)).toBe(false)
})
