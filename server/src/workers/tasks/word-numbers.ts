/**
 * The numbers that Word writes before the paragraphs of a list. They stand in no text: a paragraph names its list, and
 * `numbering.xml` says how the list counts (Office Open XML, “Numbering”).
 */
import { tagsOf, type Tag } from './sheet-xml.ts'

type Level = { start: number; format: string; text: string }
type List = { levels: ReadonlyMap<number, Level>; counts: (number | undefined)[] }
/** Which list a paragraph belongs to, and how deep in it, from 0. */
export type ListLevel = { list: string; depth: number }
/** Writes the number of the next paragraph of a list, with what separates it; empty for a list without numbers. */
export type Numbers = (level: ListLevel) => string

const deepest = 8
// What of a paragraph may be number.
const longest = 40

const valueOf = (tag: Tag, name = 'val'): string => tag.attributes().find(([key]) => key === name)?.[1] ?? ''
const numberIn = (text: string): number => (/^\d{1,6}$/.test(text) ? Number(text) : 0)

const letters = (count: number): string =>
  count < 1 ? '' : String.fromCharCode(65 + ((count - 1) % 26)).repeat(Math.min(4, Math.ceil(count / 26)))

const romans = [
  ...([
    [1000, 'M'],
    [900, 'CM'],
    [500, 'D'],
    [400, 'CD'],
    [100, 'C'],
    [90, 'XC'],
    [50, 'L'],
    [40, 'XL'],
  ] as const),
  ...([
    [10, 'X'],
    [9, 'IX'],
    [5, 'V'],
    [4, 'IV'],
    [1, 'I'],
  ] as const),
]
const roman = (count: number): string => {
  let [left, text] = [Math.min(count, 4_999), '']
  for (const [value, letter] of romans)
    while (left >= value) {
      text += letter
      left -= value
    }
  return text
}

const digits = '零一二三四五六七八九'
/** A number below 100 as Chinese lists write it: 十二, 二十; larger ones in digits. */
const chinese = (count: number): string => {
  if (count >= 100) return String(count)
  const [tens, ones] = [Math.floor(count / 10), count % 10]
  if (tens === 0) return digits[ones] ?? ''
  return `${tens > 1 ? digits[tens] : ''}十${ones > 0 ? digits[ones] : ''}`
}

const written = (count: number, format: string): string => {
  if (format === 'upperLetter') return letters(count)
  if (format === 'lowerLetter') return letters(count).toLowerCase()
  if (format === 'upperRoman') return roman(count)
  if (format === 'lowerRoman') return roman(count).toLowerCase()
  if (/^(?:chinese|taiwanese|japanese|ideograph)/.test(format)) return chinese(count)
  if (/circle/i.test(format) && count > 0 && count <= 20) return String.fromCodePoint(0x2460 + count - 1)
  return String(count)
}

/** The lists of a document by the numbers its paragraphs name them with; several may go on counting one list. */
const listsIn = (xml: string): ReadonlyMap<string, List> => {
  const abstract = new Map<string, { levels: Map<number, Level>; counts: (number | undefined)[] }>()
  const lists = new Map<string, List>()
  let [current, num] = ['', '']
  let level: Level | null = null
  for (const tag of tagsOf(xml)) {
    if (!tag.isStart) {
      if (tag.name === 'lvl') level = null
      continue
    }
    if (tag.name === 'abstractNum') {
      current = valueOf(tag, 'abstractNumId')
      abstract.set(current, { levels: new Map(), counts: [] })
    } else if (tag.name === 'lvl') {
      level = { start: 1, format: 'decimal', text: '' }
      const depth = numberIn(valueOf(tag, 'ilvl'))
      if (num === '' && depth <= deepest) abstract.get(current)?.levels.set(depth, level)
    } else if (tag.name === 'num') num = valueOf(tag, 'numId')
    else if (tag.name === 'abstractNumId') {
      const found = abstract.get(valueOf(tag))
      if (found) lists.set(num, found)
    } else if (tag.name === 'startOverride') {
      // Counts anew, apart from the other lists of its kind.
      const found = lists.get(num)
      if (found) lists.set(num, { levels: found.levels, counts: [] })
    } else if (level && tag.name === 'start') level.start = numberIn(valueOf(tag))
    else if (level && tag.name === 'numFmt') level.format = valueOf(tag)
    else if (level && tag.name === 'lvlText') level.text = valueOf(tag).slice(0, longest)
  }
  return lists
}

/** Counts the paragraphs of the lists that `numbering.xml` describes; they are to be asked for in their order. */
export const numbersOf = (xml: string): Numbers => {
  const lists = listsIn(xml)
  return ({ list: name, depth }) => {
    const list = lists.get(name)
    const level = list?.levels.get(depth)
    if (!list || !level || level.format === 'none') return ''
    if (level.format === 'bullet') return '• '
    list.counts.length = Math.min(list.counts.length, depth + 1)
    list.counts[depth] = (list.counts[depth] ?? level.start - 1) + 1
    const text = level.text.replaceAll(/%([1-9])/g, (_, place: string) => {
      const at = Number(place) - 1
      const { start = 1, format = 'decimal' } = list.levels.get(at) ?? {}
      return written(list.counts[at] ?? start, format)
    })
    if (text.trim() === '') return ''
    return /[、）】．]$/.test(text) ? text : `${text} `
  }
}

/** The list that each paragraph style of `styles.xml` belongs to: numbered headings. */
export const listsOfStyles = (xml: string): ReadonlyMap<string, ListLevel> => {
  const levels = new Map<string, ListLevel>()
  let [style, depth] = ['', 0]
  for (const tag of tagsOf(xml)) {
    if (!tag.isStart) continue
    if (tag.name === 'style') [style, depth] = [valueOf(tag, 'styleId'), 0]
    else if (tag.name === 'ilvl') depth = numberIn(valueOf(tag))
    else if (tag.name === 'numId' && style !== '') levels.set(style, { list: valueOf(tag), depth })
  }
  return levels
}
