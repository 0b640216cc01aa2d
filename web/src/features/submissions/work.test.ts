import { expect, test } from 'vitest'
import type { FileCard } from '@tongchuang/contract/files.ts'
import { bothWorks, splitDifferent } from './both-works.ts'
import { isWebAddress } from './web-link.ts'
import { countWords, emptyWork, isBlank, isSameWork } from './work.ts'

test.each([
  ['我选了二号窗口', 7],
  ['平均要等 5.8 分钟', 7],
  ["It's a well-known queue", 4],
  ['# 标题\n\n**加粗**的字', 6],
  ['| 时间 | 人 |\n| --- | --- |\n| 12 | 3 |', 5],
  ['![图](/api/files/3)[链接](https://example.cn)', 3],
  ['', 0],
  ['- 一\n- 二\n1. 三', 3],
  ['- &#160;', 0],
  ['5 &lt; 6', 2],
])('%s counts as %i words', (text, count) => {
  expect(countWords(text)).toBe(count)
})

test.each([
  ['https://example.com/a', true],
  ['http://例子.cn', true],
  ['example.com', false],
  ['javascript:alert(1)', false],
  ['https://', false],
  ['https://a b', false],
])('%s as a link: %s', (link, expected) => {
  expect(isWebAddress(link)).toBe(expected)
})

test('works that differ only in the order of answers or in empty links are the same work', () => {
  const one = { ...emptyWork, answers: { a: '1', b: 2 }, links: ['https://a.cn', ''] }
  expect(isSameWork(one, { ...emptyWork, answers: { b: 2, a: '1' }, links: ['https://a.cn'] })).toBe(true)
  expect(isSameWork(one, { ...one, share: 'none' })).toBe(false)
})

test('a work with only the statement and the sharing chosen counts as blank; one with an answer does not', () => {
  expect(isBlank({ ...emptyWork, statement: true, share: 'site', content: ' \n' })).toBe(true)
  expect(isBlank({ ...emptyWork, answers: { a: 0 } })).toBe(false)
})

test('both texts together lose nothing of either', () => {
  const both = bothWorks(
    { ...emptyWork, content: '　　一\n', links: ['https://a.cn'] },
    { ...emptyWork, title: '题', content: '二', links: ['https://b.cn'] },
    10,
  )
  expect(both).toMatchObject({ title: '题', content: '　　一\n\n---\n\n二', links: ['https://a.cn', 'https://b.cn'] })
})

test.each([
  ['甲\n\n乙\n\n丙', '甲\n\n丁\n\n丙', '甲\n\n乙\n\n---\n\n丁\n\n丙'],
  ['甲\n\n乙', '甲\n\n乙\n\n丙', '甲\n\n乙\n\n丙'],
  ['甲\n\n甲', '甲', '甲\n\n甲'],
  ['```\n甲\n\n乙\n```', '```\n甲\n\n丙\n```', '```\n甲\n\n乙\n```\n\n---\n\n```\n甲\n\n丙\n```'],
])('a student who puts %j and %j together has once what both begin and end with', (own, other, both) => {
  const works = [own, other].map((content) => ({ ...emptyWork, content }))
  expect(bothWorks(works[0] ?? emptyWork, works[1] ?? emptyWork, 10).content).toBe(both)
})

test('two texts are told apart where they differ, without cutting a sign in two', () => {
  expect(splitDifferent('一😀二', '一😁二')).toEqual({ mine: ['一', '😀', '二'], theirs: ['一', '😁', '二'] })
  expect(splitDifferent('一二', '一二三')).toEqual({ mine: ['一二', '', ''], theirs: ['一二', '三', ''] })
})

test('both works together have every file of one’s own, and of the other as many as the school allows', () => {
  const filesFrom = (from: number, count: number) =>
    Array.from({ length: count }, (_, at) => ({ id: from + at }) as FileCard)
  const idsOf = (mine: number, most: number) =>
    bothWorks({ ...emptyWork, files: filesFrom(1, mine) }, { ...emptyWork, files: filesFrom(12, 9) }, most).files.map(
      ({ id }) => id,
    )
  expect(idsOf(12, 30)).toEqual(filesFrom(1, 20).map(({ id }) => id))
  expect(idsOf(12, 14)).toEqual(filesFrom(1, 14).map(({ id }) => id))
  expect(idsOf(12, 10)).toEqual(filesFrom(1, 12).map(({ id }) => id))
})
