const numerals = '零一二三四五六七八九'
const collator = new Intl.Collator('zh-CN', { numeric: true })

/** A number below 100 as it is written in the name of a class: 三, 十二, 二十一. */
const numberIn = (written: string): string => {
  const [tens, ones = ''] = written.includes('十') ? written.split('十') : ['', written]
  const digit = (numeral: string) => Math.max(0, numerals.indexOf(numeral))
  return String((written.includes('十') ? digit(tens || '一') * 10 : 0) + (ones === '' ? 0 : digit(ones)))
}

const keyOf = (name: string): string =>
  name.normalize('NFKC').replaceAll(/[一二三四五六七八九]?十[一二三四五六七八九]?|[一二三四五六七八九]/g, numberIn)

/**
 * The order in which a school lists its classes: 七年级2班 before 七年级10班 before 八年级1班, where letters alone would put
 * 10 before 2, and 九 before 八.
 */
export const byClassName = (one: string, other: string): number =>
  collator.compare(keyOf(one), keyOf(other)) || collator.compare(one, other)
