import { expect, test } from 'vitest'
import { joined, listed, pagesOf } from './area-pages.ts'

const pin = (text: string) => ({ shape: 'pin' as const, points: [0.5, 0.5], text })
const area = (id: number, file_id: number | null, page: number, text: string) => ({
  id,
  file_id,
  page,
  audio_id: null,
  ...pin(text),
})

test('marks are numbered file by file and page by page, whatever order they were drawn in', () => {
  const pages = pagesOf([area(5, 9, 2, '丙'), area(3, 9, 1, '乙'), area(4, 7, 1, '甲'), area(6, null, 1, '没有了')])
  expect(listed(pages).map(({ number, text }) => [number, text])).toEqual([
    [1, '甲'],
    [2, '乙'],
    [3, '丙'],
  ])
  expect(pages['9-2']?.seen).toBe(5)
})

test('a page drawn on in two tabs keeps what either has', () => {
  const mine = { file_id: 7, page: 1, marks: [pin('两边都有'), pin('这边的')], seen: 1 }
  const both = joined(mine, [area(8, 7, 1, '两边都有'), area(9, 7, 1, '那边的')])
  expect(both.marks.map(({ text }) => text)).toEqual(['两边都有', '那边的', '这边的'])
  expect(both.seen).toBe(9)
})

test('no mark is lost of a page that a teacher filled in two tabs', () => {
  const there = Array.from({ length: 40 }, (_, at) => area(at + 1, 7, 1, `那边${at}`))
  const here = Array.from({ length: 40 }, (_, at) => pin(`这边${at}`))
  const both = joined({ file_id: 7, page: 1, marks: here, seen: 0 }, there)
  expect(both.marks.map(({ text }) => text)).toEqual([...there, ...here].map(({ text }) => text))
})
