import { kindNamed, type Problem, type Typed } from './import-rules.ts'

type Field = 'answer' | 'points' | 'explanation' | 'tolerance' | 'unit' | 'kind'

const fieldWords: Readonly<Record<string, Field>> = {
  题型: 'kind',
  kind: 'kind',
  答案: 'answer',
  正确答案: 'answer',
  answer: 'answer',
  分值: 'points',
  分数: 'points',
  points: 'points',
  解析: 'explanation',
  explanation: 'explanation',
  误差: 'tolerance',
  允许误差: 'tolerance',
  tolerance: 'tolerance',
  单位: 'unit',
  unit: 'unit',
}

/** What a head of a column, or a word before a colon, stands for. */
export const fieldNamed = (word: string): Field | undefined => {
  const plain = word.normalize('NFKC').trim().toLowerCase()
  return Object.hasOwn(fieldWords, plain) ? fieldWords[plain] : undefined
}

const optionLine = /^[(（]?([A-La-l])[)）.．、:：](.*)$/
const numbered = /^\d{1,3}(?:[、)）．]|\.(?!\d))/
const bracketed = /[【[(（]([^【】[\]()（）]{1,20})[】\])）]/g

/** The first line of a question, without its number and without its kind and points in brackets. */
const beginning = (words: string, line: number): Typed => {
  const typed: Typed = { line, label: '', options: [] }
  typed.label = words
    .replace(numbered, '')
    .replaceAll(bracketed, (whole, inside: string) => {
      if (!typed.kind && kindNamed(inside)) {
        typed.kind = { text: inside, line }
        return ''
      }
      if (!typed.points && /^\d{1,3}(?:\.\d{1,2})?\s?(?:分|points?)$/i.test(inside.trim())) {
        typed.points = { text: inside, line }
        return ''
      }
      return whole
    })
    .trim()
  return typed
}

const isBegun = (typed: Typed): boolean => typed.options.length > 0 || typed.answer !== undefined

/** Applies a line to the question above it; false where the line is not understood. */
const takeLine = (typed: Typed, words: string, line: number): boolean => {
  const option = optionLine.exec(words)
  if (option) {
    typed.options.push({ letter: (option[1] ?? '').toUpperCase(), text: (option[2] ?? '').trim(), line })
    return true
  }
  const colon = words.search(/[:：]/)
  const field = colon > 0 && colon <= 12 ? fieldNamed(words.slice(0, colon)) : undefined
  if (field) {
    if (typed[field]) return false
    typed[field] = { text: words.slice(colon + 1).trim(), line }
    return true
  }
  // Other lines continue what was read last.
  if (typed.explanation) typed.explanation.text += `\n${words}`
  else if (isBegun(typed)) return false
  else typed.label += `\n${words}`
  return true
}

/** Whether a line is a detail of the question above it, even across empty lines. */
const isDetail = (words: string): boolean => {
  const colon = words.search(/[:：]/)
  return optionLine.test(words) || (colon > 0 && colon <= 12 && fieldNamed(words.slice(0, colon)) !== undefined)
}

const numberBefore = (words: string): number | null => (numbered.test(words) ? Number.parseInt(words, 10) : null)

/**
 * Reads questions typed one below the other, separated by an empty line or by the next number. An empty line between a
 * question and its options does not separate.
 */
export const readTypedText = (text: string): { typed: Typed[]; unread: Problem[] } => {
  const all: Typed[] = []
  const unread: Problem[] = []
  let [isApart, last]: [boolean, number | null] = [true, null]
  for (const [at, raw] of text.split('\n').entries()) {
    const [words, line] = [raw.trim(), at + 1]
    if (words === '') {
      isApart = true
      continue
    }
    const current = all.at(-1)
    const number = numberBefore(words)
    const isNext = number !== null && (last === null || number === last + 1)
    if (!current || (!isDetail(words) && (isApart || isNext))) {
      all.push(beginning(words, line))
      last = number
    } else if (!takeLine(current, words, line))
      unread.push({
        line,
        text: words.slice(0, 200),
        problem: { zh: '这一行读不懂', en: 'This line is not understood' },
      })
    isApart = false
  }
  return { typed: all, unread }
}
