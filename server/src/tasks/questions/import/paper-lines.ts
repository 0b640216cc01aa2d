/**
 * What a line of a printed or typed paper holds: a heading, options, details such as the answer, the beginning of a
 * question. Every expression is linear in the length of the line, which the sender decides.
 */
import { keysOf } from '@tongchuang/contract/records.ts'
import type { Said } from './import-rules.ts'

export type Field = 'answer' | 'points' | 'explanation' | 'tolerance' | 'unit' | 'kind'

const fieldWords: Readonly<Record<Field, readonly string[]>> = {
  kind: ['题型', 'kind'],
  answer: ['答案', '正确答案', '参考答案', '标准答案', 'answer', 'ans'],
  points: ['分值', '分数', 'points'],
  explanation: ['解析', '答案解析', '试题解析', '分析', '详解', '解答', '点评', '点睛', '解', 'explanation'],
  tolerance: ['误差', '允许误差', 'tolerance'],
  unit: ['单位', 'unit'],
}

/** What a head of a column, or a word before a colon, stands for. */
export const fieldNamed = (word: string): Field | undefined => {
  const plain = word.normalize('NFKC').trim().toLowerCase()
  return keysOf(fieldWords).find((field) => fieldWords[field].includes(plain))
}

const anyFieldWord = Object.values(fieldWords)
  .flat()
  .toSorted((one, other) => other.length - one.length)
  .join('|')
// 答案：B, 【答案】B, and the next one behind it in the same line.
const fieldMark = new RegExp(
  String.raw`[【[]\s{0,2}(${anyFieldWord})\s{0,2}[】\]][:：]?|(?<=^|[\s）)])(${anyFieldWord})\s{0,2}[:：]`,
  'gi',
)

export type Detail = { field: Field; text: string }

/** A line as what stands before its first detail, and its details: the answer, the explanation and so on. */
export const detailsIn = (words: string): { before: string; details: Detail[] } => {
  const marks = [...words.matchAll(fieldMark)].map((mark) => ({
    field: fieldNamed(mark[1] ?? mark[2] ?? '') ?? 'explanation',
    from: mark.index,
    to: mark.index + mark[0].length,
  }))
  const details = marks.map(({ field, to }, at) => ({ field, text: words.slice(to, marks[at + 1]?.from).trim() }))
  return { before: words.slice(0, marks[0]?.from).trim(), details }
}

const firstOption = /^[(（]?[A-La-l][)）.．、:：]/
const optionMark = /(?<=^|[\s）)？?。：:])[(（]?([A-La-l])[)）.．、:：]/g

export type Option = { letter: string; text: string }

/** The options that a line holds one behind the other, from `A` or the letter that it begins with; and its begin. */
const optionsFrom = (words: string, first?: string): { at: number; options: Option[] } => {
  const marks: { letter: string; from: number; to: number }[] = []
  for (const mark of words.matchAll(optionMark)) {
    const letter = (mark[1] ?? '').toUpperCase()
    const last = marks.at(-1)
    const isNext = last ? letter.charCodeAt(0) === last.letter.charCodeAt(0) + 1 : letter === (first ?? letter)
    if (isNext) marks.push({ letter, from: mark.index, to: mark.index + mark[0].length })
  }
  const options = marks.map(({ letter, to }, at) => ({ letter, text: words.slice(to, marks[at + 1]?.from).trim() }))
  return { at: marks[0]?.from ?? words.length, options }
}

/** The options of a line that begins with one; none if it does not. */
export const optionsIn = (words: string): Option[] => (firstOption.test(words) ? optionsFrom(words).options : [])

/** A question with its options in the same line: what is asked, and the options; none unless there are A and B. */
export const optionsBehind = (words: string): { before: string; options: Option[] } => {
  const { at, options } = optionsFrom(words, 'A')
  return options.length < 2 || at === 0
    ? { before: words, options: [] }
    : { before: words.slice(0, at).trim(), options }
}

const numberMark = /^(?:第\s?(\d{1,3})\s?小?题[：:、.．]?|(\d{1,3})(?:[、)）．]|\.(?!\d)))\s{0,4}/
// （ √ ）3. – the place for the answer stands before the number.
const answerBefore = /^[(（]\s{0,8}([^\s()（）]{0,4})\s{0,8}[)）]\s{0,4}(?=\d{1,3}(?:[、)）．]|\.(?!\d)))/

/** The number that a line begins with, what is behind it, and an answer in brackets before it. */
export const numberedIn = (words: string): { number: number; rest: string; answer: string } | null => {
  const before = answerBefore.exec(words)
  const line = before ? words.slice(before[0].length) : words
  const mark = numberMark.exec(line)
  if (!mark) return null
  return { number: Number(mark[1] ?? mark[2]), rest: line.slice(mark[0].length).trim(), answer: before?.[1] ?? '' }
}

/**
 * What a heading says of the questions below it; `choice` is one of or several of, by the answer. `points` are those of
 * each question, `total` those of all of them.
 */
export type Heading = { kind: string | null; isChoice: boolean; points: Said | null; total: Said | null }

const ordinal =
  /^(?:第?[一二三四五六七八九十]{1,3}(?:部分|大题|[、．.:：]|\s)[、．.:：\s]{0,3}|[(（][一二三四五六七八九十]{1,3}[)）]\s{0,3})/
const englishOrdinal = /^(?:(?:part|section)\s\w{1,5}|[IVX]{1,4})[.:：、\s]\s{0,3}/i
/** What is behind 一、 or 第二部分; null where a line begins with none of these. */
export const behindOrdinal = (words: string): string | null => {
  const mark = ordinal.exec(words)
  return mark && words.slice(mark[0].length)
}

const headingKinds: Readonly<Record<string, readonly string[]>> = {
  单选: ['单选', '单项选择', 'single choice'],
  多选: ['多选', '多项选择', '不定项选择'],
  判断: ['判断', '是非', '判断正误', '判断对错', 'true or false', 'true/false'],
  填空: ['填空', 'fill in the blank', 'fill in the blanks', 'blanks'],
  简答: ['简答', '问答', '解答', '论述', '计算', '名词解释', '应用', '综合', '作文', 'short answer', 'short answers'],
}
const choices = ['选择', 'multiple choice', 'choice']
const pointsEach = /(?:每小?题|每空|每个|每道|各)\s?(\d{1,3}(?:\.\d{1,2})?)\s?分|(\d{1,3})\spoints?\seach/i
const pointsSaid = /(?<![\d.])(\d{1,3}(?:\.\d{1,2})?)\s?(?:分(?!钟)|points?)/gi

/** The points that are given to a whole section; none where several numbers could be meant: 2分×3=6分. */
const totalIn = (said: string): string | undefined => {
  const numbers = new Set([...said.matchAll(pointsSaid)].map(([, number]) => number))
  return numbers.size === 1 ? [...numbers][0] : undefined
}

/** Reads a heading such as 一、选择题（每题2分，共8分）; null where the line is none. */
export const headingIn = (words: string, line: number): Heading | null => {
  if (words.length > 200) return null
  const mark = ordinal.exec(words) ?? englishOrdinal.exec(words)
  const rest = words.slice(mark?.[0].length ?? 0)
  const opened = rest.search(/[(（【[:：。]/)
  const name = (opened < 0 ? rest : rest.slice(0, opened)).trim()
  const said = opened < 0 ? '' : rest.slice(opened)
  const plain = name.replace(/题$/, '').trim().toLowerCase()
  const isChoice = choices.includes(plain)
  const kind = Object.keys(headingKinds).find((one) => headingKinds[one]?.includes(plain)) ?? null
  const isNamed = (kind !== null || isChoice) && (mark !== null || name.endsWith('题'))
  const isOther = mark !== null && [...name].length <= 12 && (name.endsWith('题') || /\d\s?分/.test(said))
  if (!isNamed && !isOther) return null
  const each = pointsEach.exec(said)
  const total = each ? undefined : totalIn(said)
  return {
    ...{ kind, isChoice },
    points: each ? { text: each[1] ?? each[2] ?? '', line } : null,
    total: total === undefined ? null : { text: total, line },
  }
}

/** Whether a line announces the answers of the whole paper. */
export const isKeyHeading = (words: string): boolean =>
  words.length <= 40 &&
  (/^[【[(（]?\s?(?:参考|标准)?答案(?:[与及和]?(?:解析|评分标准|评分参考))?\s?[】\])）]?[:：]?$/.test(words) ||
    /^answers?(?:\skey)?:?$/i.test(words))
