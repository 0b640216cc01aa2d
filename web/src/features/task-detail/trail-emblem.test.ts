import { subjects } from '@tongchuang/contract/drawings.ts'
import { expect, test } from 'vitest'
import { trail } from '../../locales/zh-CN/trail.ts'
import { emblemOf, hueOf } from './trail-emblem.ts'

const key = (chapter: number) => `chapter-${chapter}`
const guild = { subject: 'math', hue: 'math' } as const

test('the emblem of a chapter is the same whenever it is drawn, and another than its neighbours’ in shape and in drawing', () => {
  for (const subject of subjects)
    for (let order = 0; order < 12; order += 1) {
      const [here, next] = [order, order + 1].map((at) => emblemOf({ key: key(at), order: at }, { ...guild, subject }))
      expect(emblemOf({ key: key(order), order }, { ...guild, subject })).toEqual(here)
      expect(here?.shape).not.toBe(next?.shape)
      expect(here?.glyph).not.toBe(next?.glyph)
      expect(hueOf('math', order)).not.toBe(hueOf('math', order + 1))
    }
})

test('of forty chapters of a guild hardly two have the same emblem', () => {
  const all = Array.from({ length: 40 }, (_, order) => JSON.stringify(emblemOf({ key: key(order * 7), order }, guild)))
  expect(new Set(all).size).toBeGreaterThan(16)
})

test('a badge is called by its chapter, without the number of the chapter', () => {
  const titles = ['第一章 学会数', '第十二单元　阅读', '第三章', '开学周']
  expect(titles.map(trail.badge)).toEqual(['「学会数」章', '「阅读」章', '「第三章」章', '「开学周」章'])
})
