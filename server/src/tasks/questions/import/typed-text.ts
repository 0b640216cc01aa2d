import { keyEntriesIn } from './answer-key.ts'
import { hasGaps, isTruth, kindNamed, type Problem, type Said, type Typed } from './import-rules.ts'
import {
  behindOrdinal,
  detailsIn,
  headingIn,
  isKeyHeading,
  numberedIn,
  optionsBehind,
  optionsIn,
  type Detail,
  type Heading,
  type Option,
} from './paper-lines.ts'

/** A question being read; `section` counts the headings before it, `heading` is the last of them. */
type Begun = { typed: Typed; number: number | null; section: number; heading: Heading | null }
/** `raw` has the spaces that a program begins its lines with. */
type Line = { words: string; raw: string; line: number }

const bracketed = /[【[(（]([^【】[\]()（）]{1,20})[】\])）]/g
const pointsInside = /^(?:本小?题|共)?\s?(\d{1,3}(?:\.\d{1,2})?)\s?(?:分|points?)$/i

const optionsOn = (line: number, options: readonly Option[]) => options.map((one) => ({ ...one, line }))

/** Notes the details of a line; false where the question has one of them already, and another one. */
const takeDetails = (typed: Typed, details: readonly Detail[], line: number): boolean => {
  if (details.some(({ field, text }) => field !== 'explanation' && typed[field] && typed[field].text !== text))
    return false
  for (const { field, text } of details) {
    const before = field === 'explanation' ? typed.explanation?.text : undefined
    if (before !== undefined && typed.explanation) typed.explanation.text = `${before}\n${text}`
    else typed[field] = { text, line }
  }
  return true
}

/** The first line of a question, without its number and without its kind and points in brackets. */
const beginning = ({ words, line }: Line): Typed => {
  const numbered = numberedIn(words)
  const { before, details } = detailsIn(numbered?.rest ?? words)
  const behind = optionsBehind(before)
  const typed: Typed = { line, label: '', options: optionsOn(line, behind.options) }
  typed.label = behind.before
    .replaceAll(bracketed, (whole, inside: string) => {
      const points = pointsInside.exec(inside.trim())?.[1]
      if (!typed.kind && kindNamed(inside)) typed.kind = { text: inside, line }
      else if (!typed.points && points) typed.points = { text: points, line }
      else return whole
      return ''
    })
    .trim()
  if (numbered?.answer) typed.answer = { text: numbered.answer, line }
  takeDetails(typed, details, line)
  return typed
}

/** Whether the question or its heading asks for an answer in words, or neither says what it asks for. */
const isInWords = ({ typed, heading }: Begun): boolean => {
  const kind = typed.kind?.text ?? heading?.kind
  return typed.options.length === 0 && (!kind || kindNamed(kind) === 'text')
}

/** Applies a line to the question above it; false where the line is not understood. */
const takeLine = (begun: Begun, { words, raw, line }: Line): boolean => {
  const { typed } = begun
  const { before, details } = detailsIn(words)
  const options = optionsIn(before)
  // An explanation goes through the options once more: A is wrong, because …
  if (options.length > 0 && !typed.explanation) typed.options.push(...optionsOn(line, options))
  // Other lines continue what was read last.
  else if (before !== '' && typed.explanation) typed.explanation.text += `\n${before}`
  else if (before !== '' && typed.answer && isInWords(begun)) typed.answer.text += `\n${before}`
  else if (before !== '' && (typed.options.length > 0 || typed.answer)) return false
  else if (before !== '') typed.label += `\n${before === words ? raw.trimEnd() : before}`
  return takeDetails(typed, details, line)
}

/** Whether a line is a detail of the question above it, even across empty lines. */
const isDetail = (words: string): boolean => {
  const { before, details } = detailsIn(words)
  return (before === '' && details.length > 0) || optionsIn(words).length > 0
}

const lettersInside = /[(（]\s{0,8}([A-La-l](?:[\s、,，]{0,2}[A-La-l]){0,11})\s{0,8}[)）]/g
const truthInside = /^[(（]\s{0,8}(\S{1,2})\s{0,8}[)）]|[(（]\s{0,8}(\S{1,2})\s{0,8}[)）](?=[。.？?\s]{0,4}$)/

/** Moves an answer that was written into the brackets of a question out of what students will read. */
const withoutItsAnswer = (typed: Typed): Typed => {
  const answered = (text: string, label: string): Typed => ({
    ...typed,
    label,
    answer: typed.answer?.text ? typed.answer : ({ text, line: typed.line } satisfies Said),
  })
  if (typed.options.length > 0) {
    const marks = [...typed.label.matchAll(lettersInside)].filter(
      ([whole, letters = ''], at, all) =>
        (/^.\s|\s.$/.test(whole) ||
          (at === all.length - 1 && typed.label.replace(/[。.？?\s]{1,9}$/, '').endsWith(whole))) &&
        [...letters.toUpperCase()].every(
          (letter) => /[\s、,，]/.test(letter) || typed.options.some((option) => option.letter === letter),
        ),
    )
    const [mark] = marks
    if (marks.length !== 1 || !mark) return typed
    const [whole, letters = ''] = mark
    return answered(letters, typed.label.replace(whole, '（　）'))
  }
  const truth = truthInside.exec(typed.label)
  const word = truth?.[1] ?? truth?.[2] ?? ''
  if (!truth || !isTruth(word.toLowerCase())) return typed
  return answered(word, typed.label.replace(truth[0], '').trim())
}

/** What the heading says of a question that says nothing else itself; the points of a section are those of its one. */
const asItsHeadingSays = ({ typed, heading }: Begun, isOnlyOne: boolean): Typed => {
  if (!heading) return typed
  const { isChoice } = heading
  const points = heading.points ?? (isOnlyOne ? heading.total : null)
  // One answer field cannot be compared with what belongs into several gaps.
  const kind = heading.kind === '填空' && hasGaps(typed) ? '简答' : heading.kind
  const isOfChoice = kind === '单选' || kind === '多选'
  const said = kind !== null && !typed.kind && (isOfChoice || typed.options.length === 0)
  return {
    ...typed,
    ...(said && { kind: { text: kind, line: typed.line } }),
    ...(isChoice && !typed.kind && { isChoice }),
    ...(points && !typed.points && { points }),
  }
}

const notUnderstood = ({ words, line }: Line): Problem => ({
  line,
  text: words.slice(0, 200),
  problem: { zh: '这一行读不懂', en: 'This line is not understood' },
})

/** Reads the answers at the end of a paper into its questions. */
const takeKey = (all: readonly Begun[], lines: readonly Line[]): Problem[] => {
  const unread: Problem[] = []
  const byNumber = Map.groupBy(all, ({ number }) => number)
  let section = 0
  let current: Begun | undefined
  for (const line of lines) {
    const behind = behindOrdinal(line.words)
    const isHeading = headingIn(line.words, line.line) !== null
    if (isHeading || behind !== null) section += 1
    const one = { ...line, words: behind ?? line.words }
    if (isHeading || one.words === '') continue
    const entries = keyEntriesIn(one.words)
    for (const { number, text } of entries) {
      const named = byNumber.get(number) ?? []
      current = named.find((begun) => begun.section === section) ?? (named.length === 1 ? named[0] : undefined)
      const { before, details } = detailsIn(text)
      const given: Detail[] = before === '' ? details : [{ field: 'answer', text: before }, ...details]
      if (!current)
        unread.push({
          ...notUnderstood(one),
          problem: { zh: `没有第${number}题`, en: `There is no question ${number}` },
        })
      else if (!takeDetails(current.typed, given, one.line)) unread.push(notUnderstood(one))
    }
    if (entries.length === 0 && !(current && takeLine(current, one))) unread.push(notUnderstood(one))
  }
  return unread
}

const asksNothing = ({ typed }: Begun): boolean => typed.options.length === 0 && !typed.answer

/**
 * Titles, names to be filled in and sentences above the numbered questions of a section; above the first heading, also
 * numbered advice to whoever takes the paper.
 */
const titlesIn = (all: readonly Begun[]): ReadonlySet<Begun> => {
  const sections = [...Map.groupBy(all, ({ section }) => section)]
  return new Set(
    sections.flatMap(([section, own]) => {
      if (section === 0 && sections.length > 1) return own.filter(asksNothing)
      const first = own.findIndex(({ number }) => number !== null)
      return own.slice(0, Math.max(0, first)).filter(asksNothing)
    }),
  )
}

/** Where the answers of the whole paper begin: at a heading that a number or another heading follows. */
const keyBegin = (lines: readonly Line[]): number => {
  const at = lines.findIndex(({ words }, place) => {
    const next = lines[place + 1]
    if (place === 0 || !next || !isKeyHeading(words)) return false
    return (
      (behindOrdinal(next.words) ?? headingIn(next.words, next.line)) !== null || keyEntriesIn(next.words).length > 0
    )
  })
  return at < 0 ? lines.length : at
}

// Several times what 60 questions need; bounds what the sender makes everybody else wait for.
const mostLines = 4_000

export type ReadText = { typed: Typed[]; unread: Problem[]; headings: Said[] }

/**
 * Reads questions typed one below the other, separated by an empty line or by the next number, as in a printed paper:
 * with headings that say the kind and the points of what follows, options side by side, and answers below each
 * question, in its brackets or all at the end. An empty line between a question and its options does not separate.
 */
export const readTypedText = (text: string): ReadText => {
  const rows = text.split('\n', mostLines + 1).map((raw, at) => ({ words: raw.trim(), raw, line: at + 1 }))
  const beyond = rows.splice(mostLines)
  const lines = rows.filter(({ words }) => words !== '')
  const end = keyBegin(lines)
  const [all, unread, headings]: [Begun[], Problem[], Said[]] = [[], [], []]
  let [section, heading, last]: [number, Heading | null, number | null] = [0, null, null]
  for (const [at, one] of lines.slice(0, end).entries()) {
    const { words, line } = one
    const current = all.at(-1)
    const found = headingIn(words, line)
    if (found) {
      ;[section, heading, last] = [section + 1, found, null]
      headings.push({ text: words, line })
      continue
    }
    const number = numberedIn(words)?.number ?? null
    const isNext = number !== null && (last === null || number === last + 1)
    const isApart = current?.section !== section || lines[at - 1]?.line !== line - 1
    // A paragraph without a number below an explanation goes on with it.
    const isFurther = number === null && (current?.number ?? null) !== null && current?.typed.explanation !== undefined
    const isBegin = isNext || (isApart && !isFurther)
    if (!current || current.section !== section || (isBegin && !isDetail(words))) {
      all.push({ typed: beginning(one), number, section, heading })
      last = number
    } else if (!takeLine(current, one)) unread.push(notUnderstood(one))
  }
  const titles = titlesIn(all)
  const asked = all.filter((one) => !titles.has(one))
  const bySection = Map.groupBy(asked, (one) => one.section)
  unread.push(...takeKey(asked, lines.slice(end + 1)))
  for (const one of beyond)
    unread.push({
      ...notUnderstood(one),
      problem: { zh: `一次最多读${mostLines}行`, en: `At most ${mostLines} lines are read at once` },
    })
  return {
    typed: asked.map((one) => withoutItsAnswer(asItsHeadingSays(one, bySection.get(one.section)?.length === 1))),
    unread,
    headings: [
      ...headings,
      ...[...titles].map(({ typed }) => ({ text: typed.label.split('\n', 1)[0] ?? '', line: typed.line })),
    ].toSorted((one, other) => one.line - other.line),
  }
}
