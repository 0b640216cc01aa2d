import { keysOf } from '@tongchuang/contract/records.ts'
import { taskLimits } from '@tongchuang/contract/task-editing.admin.ts'
import type { Bilingual } from '../../../http/language.ts'
import { numberIn, type Question, type QuestionKey } from '../question-rules.ts'

export type Kind = Question['kind']
/** A text with its line number. */
export type Said = { text: string; line: number }
/** A question as somebody typed it. */
export type Typed = {
  line: number
  label: string
  options: { letter: string; text: string; line: number }[]
  /** The paper says that it is a choice, of one or of several. */
  isChoice?: boolean
} & Partial<Record<'kind' | 'answer' | 'points' | 'explanation' | 'tolerance' | 'unit', Said>>
export type Found = { line: number; question: Question; key: QuestionKey }
export type Problem = { line: number; text: string; problem: Bilingual }
export type ReadQuestions = { found: Found[]; problems: Problem[] }

const kindWords: Readonly<Record<Kind, readonly string[]>> = {
  one: ['单选', '单选题', '单项选择', '单项选择题', 'one', 'single', 'single choice'],
  many: [
    '多选',
    '多选题',
    '多项选择',
    '多项选择题',
    '不定项选择',
    '不定项选择题',
    'many',
    'multiple',
    'multiple choice',
  ],
  truefalse: ['判断', '判断题', '是非题', 'true or false', 'true/false', 'truefalse'],
  blank: ['填空', '填空题', 'blank'],
  number: ['数值', '数值题', 'number'],
  text: ['简答', '简答题', '问答', '问答题', '解答题', '论述题', '计算题', 'words', 'in words', 'essay'],
}

/** The kind that a word names. */
export const kindNamed = (word: string): Kind | undefined => {
  const plain = word.normalize('NFKC').trim().toLowerCase()
  return keysOf(kindWords).find((kind) => kindWords[kind].includes(plain))
}

const truths: readonly string[] = ['对', '正确', '是', '√', '✓', 't', 'true', 'yes']
const untruths: readonly string[] = ['错', '错误', '不对', '否', '×', '✗', 'x', 'f', 'false', 'no']
/** Whether a word says true or false. */
export const isTruth = (word: string): boolean => truths.includes(word) || untruths.includes(word)

/** Thrown for a question that cannot be imported, with the line of the problem. */
class Unfit extends Error {
  readonly at: Problem
  constructor(line: number, text: string, zh: string, en: string) {
    super(en)
    this.at = { line, text, problem: { zh, en } }
  }
}
const unfit = ({ line, text }: Said, zh: string, en: string): Unfit => new Unfit(line, text.slice(0, 200), zh, en)

const plainWord = (text: string): string =>
  text
    .normalize('NFKC')
    .trim()
    .replace(/[。.;]$/, '')
    .trim()
    .toLowerCase()

// The letters of a typed choice: AC, A、C, a c, B. – or B with the words of the option behind it.
const lettersIn = (text: string, options: Typed['options']): string[] => {
  const named = options.find((option) => text.slice(0, 1).toUpperCase() === option.letter)
  if (
    named &&
    text
      .slice(1)
      .replace(/^[)）.．、:：\s]{1,4}/, '')
      .trim() === named.text
  )
    return [named.letter]
  return [...new Set(text.normalize('NFKC').toUpperCase())].filter((letter) => !' ,、;/。.'.includes(letter))
}

const gap = /[_＿]{2,}|[(（]\s{0,20}[)）]/g
/** Whether a question has more than one gap to be filled in. */
export const hasGaps = ({ label }: Typed): boolean => (label.match(gap)?.length ?? 0) > 1

const kindOf = (typed: Typed): Kind => {
  const { kind, options, answer, tolerance, line, label } = typed
  if (kind) {
    const named = kindNamed(kind.text)
    if (!named) throw unfit(kind, '没有这种题型', 'There is no such kind of question')
    if ((named === 'one' || named === 'many') && options.length < 2)
      throw unfit({ line, text: label }, '选择题至少两个选项', 'A choice has two options at least')
    if (named !== 'one' && named !== 'many' && options[0])
      throw unfit(options[0], '不是选择题，不能有选项', 'It is no choice and has no options')
    return named === 'blank' && (tolerance || answer?.text.includes('±')) ? 'number' : named
  }
  const isAnsweredOtherwise = answer !== undefined && isTruth(plainWord(answer.text))
  if (options.length > 0 || (typed.isChoice && !isAnsweredOtherwise)) {
    if (options.length < 2)
      throw unfit({ line, text: label }, '选择题至少两个选项', 'A choice has two options at least')
    return answer && lettersIn(answer.text, options).length > 1 ? 'many' : 'one'
  }
  if (!answer) return 'text'
  if (tolerance || answer.text.includes('±')) return 'number'
  if (isTruth(plainWord(answer.text))) return 'truefalse'
  return answer.text.includes('\n') || hasGaps(typed) ? 'text' : 'blank'
}

const optionsOf = ({ options }: Typed, newId: () => string) => {
  if (options.length > taskLimits.options)
    throw unfit(options.at(-1) as Said, `选项最多${taskLimits.options}个`, `At most ${taskLimits.options} options`)
  return options.map((option, at) => {
    const { letter, text } = option
    if (text === '') throw unfit(option, '这个选项没有字', 'This option has no words')
    if ([...text].length > 100) throw unfit(option, '选项最多100个字', 'An option has 100 characters at most')
    if (options.slice(0, at).some((one) => one.text === text))
      throw unfit(option, '有两个相同的选项', 'Two options are the same')
    if (options.slice(0, at).some((one) => one.letter === letter))
      throw unfit(option, `有两个选项${letter}`, `There are two options ${letter}`)
    return { letter, id: newId(), text }
  })
}

type Right = Pick<QuestionKey, 'accepted' | 'tolerance'>

const numbersIn = (answer: Said, given: Said | undefined): Right => {
  const [first = '', after = ''] = answer.text.split('±')
  const accepted = first.split(/[|｜]/).map((one) => one.trim())
  if (accepted.some((one) => numberIn(one) === null)) throw unfit(answer, '答案不是数', 'The answer is no number')
  const within = given ?? { ...answer, text: after === '' ? '0' : after }
  const tolerance = numberIn(within.text)
  if (tolerance === null || tolerance < 0 || tolerance > 1e12)
    throw unfit(within, '允许误差不是数', 'The tolerance is no number')
  return { accepted, tolerance }
}

const rightOf = (kind: Kind, typed: Typed, options: readonly { letter: string; id: string }[]): Right => {
  const { answer, tolerance, line, label } = typed
  if (kind === 'text') return { accepted: [], tolerance: 0 }
  const missing = () => unfit(answer ?? { line, text: label }, '没有写答案', 'There is no answer')
  if (!answer || answer.text.trim() === '') throw missing()
  if (kind === 'number') return numbersIn(answer, tolerance)
  if (kind === 'truefalse') {
    const word = plainWord(answer.text)
    if (!isTruth(word)) throw unfit(answer, '判断题的答案写「对」或「错」', 'The answer is true or false')
    return { accepted: [String(truths.includes(word))], tolerance: 0 }
  }
  if (kind === 'blank') {
    const accepted = answer.text.split(/[|｜]/).flatMap((one) => (one.trim() === '' ? [] : [one.trim()]))
    if (accepted.length === 0) throw missing()
    if (accepted.length > 20) throw unfit(answer, '算对的答案最多20个', 'At most 20 right answers')
    if (accepted.some((one) => [...one].length > 200))
      throw unfit(answer, '一个答案最多200个字', 'An answer has 200 characters at most')
    return { accepted: [...new Set(accepted)], tolerance: 0 }
  }
  const accepted = lettersIn(answer.text, typed.options).map((letter) => {
    const option = options.find((one) => one.letter === letter)
    if (!option) throw unfit(answer, `选项里没有${letter}`, `There is no option ${letter}`)
    return option.id
  })
  if (accepted.length === 0) throw missing()
  if (kind === 'one' && accepted.length > 1) throw unfit(answer, '单选只能有一个答案', 'One of: there is one answer')
  return { accepted, tolerance: 0 }
}

const pointsOf = ({ points }: Typed): number => {
  if (!points) return 1
  const given = numberIn(points.text.trim().replace(/(?:分|points?)$/i, ''))
  if (given === null || given <= 0 || given > 100) throw unfit(points, '分值是0到100的数', 'Points are 0 to 100')
  return given
}

const questionOf = (typed: Typed, newId: () => string): Found => {
  const { line, label, answer, explanation, unit } = typed
  if (label === '') throw unfit({ line, text: '' }, '没有题目', 'The question has no words')
  if ([...label].length > 200)
    throw unfit({ line, text: label }, '题目最多200个字', 'A question has 200 characters at most')
  if (unit && [...unit.text].length > 20) throw unfit(unit, '单位最多20个字', 'A unit has 20 characters at most')
  const kind = kindOf(typed)
  const options = optionsOf(typed, newId)
  const right = rightOf(kind, typed, options)
  const id = newId()
  // Nobody compares an answer in words: students read it with the explanation.
  const because = [...(kind === 'text' && answer ? [answer] : []), ...(explanation ? [explanation] : [])]
  const why = because.flatMap(({ text }) => (text === '' ? [] : [text])).join('\n')
  if (because[0] && [...why].length > 1000)
    throw unfit(because[0], '解析最多1000个字', 'An explanation has 1,000 characters at most')
  return {
    line,
    question: {
      ...{ id, label, kind, required: false, points: pointsOf(typed) },
      ...(options.length > 0 && { options: options.map(({ id: option, text }) => ({ id: option, text })) }),
      ...(kind === 'number' && unit && { unit: unit.text }),
    },
    key: { question_id: id, ...right, explanation: why },
  }
}

/** The typed questions that can be imported, and every line that cannot be, with the reason. */
export const judgeTyped = (
  all: readonly Typed[],
  unread: readonly Problem[],
  { room, newId }: { room: number; newId: () => string },
): ReadQuestions => {
  const found: Found[] = []
  const problems = [...unread]
  for (const typed of all) {
    try {
      const one = questionOf(typed, newId)
      if (found.length < room) found.push(one)
      else
        problems.push({
          line: typed.line,
          text: typed.label.slice(0, 200),
          problem: {
            zh: `一个任务最多${taskLimits.questions}题`,
            en: `A task has ${taskLimits.questions} questions at most`,
          },
        })
    } catch (error) {
      if (!(error instanceof Unfit)) throw error
      problems.push(error.at)
    }
  }
  return { found, problems: problems.toSorted((one, other) => one.line - other.line) }
}
