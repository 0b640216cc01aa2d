import { describe, expect, it } from 'vitest'
import { compareTexts, sentencesIn } from './compare-texts.ts'

const onlyIn = (pieces: readonly { text: string; isOnly: boolean }[]) =>
  pieces.filter(({ isOnly }) => isOnly).map(({ text }) => text)

describe('two versions of a text', () => {
  it('are cut where a reader would cut them', () => {
    expect(sentencesIn('假设是对的。可是呢？\n\n第二段；还有 1.5 米！')).toEqual([
      '假设是对的。',
      '可是呢？',
      '第二段；',
      '还有 1.5 米！',
    ])
  })

  it('show what was taken out on one side and what came in on the other', () => {
    const { before, after } = compareTexts(
      '我量了三次。结果是 5 米。谢谢老师。',
      '我量了三次。每次间隔一分钟。结果是 6 米。谢谢老师。',
    )
    expect(onlyIn(before)).toEqual(['结果是 5 米。'])
    expect(onlyIn(after)).toEqual(['每次间隔一分钟。', '结果是 6 米。'])
    expect(after.map(({ text }) => text).join('')).toBe('我量了三次。每次间隔一分钟。结果是 6 米。谢谢老师。')
  })

  it('have nothing to show where they are the same, and everything where one is empty', () => {
    const same = compareTexts('一样。', '一样。')
    expect([...onlyIn(same.before), ...onlyIn(same.after)]).toEqual([])
    expect(onlyIn(compareTexts('', '新写的。').after)).toEqual(['新写的。'])
  })

  it('keep every sentence once, also where sentences repeat and move', () => {
    const before = '甲。乙。甲。丙。'
    const after = '丙。甲。乙。乙。'
    const compared = compareTexts(before, after)
    expect(compared.before.map(({ text }) => text).join('')).toBe(before)
    expect(compared.after.map(({ text }) => text).join('')).toBe(after)
    const common = (pieces: typeof compared.before) => pieces.filter(({ isOnly }) => !isOnly).map(({ text }) => text)
    expect(common(compared.before)).toEqual(common(compared.after))
    expect(common(compared.before)).toEqual(['甲。', '乙。'])
  })

  it('of a book’s length are shown without aligning them', () => {
    const book = (word: string) => Array.from({ length: 2_000 }, (_, i) => `${word}${i}。`).join('')
    const { before, after } = compareTexts(book('旧'), book('新'))
    expect(onlyIn(before)).toHaveLength(2_000)
    expect(onlyIn(after)).toHaveLength(2_000)
  })
})
