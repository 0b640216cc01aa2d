import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inOwnOrder, numberIn, type Question, type QuestionKey } from '../../tasks/questions/question-rules.ts'
import { markAnswers, marksNow, scoreOfMarks, withGiven } from './marking-rules.ts'

const question = (kind: Question['kind'], given: Partial<Question> = {}): Question => ({
  id: 'q',
  label: '题',
  kind,
  required: false,
  points: 4,
  ...(kind === 'one' || kind === 'many' ? { options: ['a', 'b', 'c', 'd'].map((id) => ({ id, text: id })) } : {}),
  ...given,
})
const key = (accepted: string[], tolerance = 0): QuestionKey => ({
  question_id: 'q',
  accepted,
  tolerance,
  explanation: '',
})
const got = (one: Question, right: QuestionKey, answer: string | number | string[] | undefined) => {
  const [mark] = markAnswers([one], [right], answer === undefined ? {} : { q: answer })
  return [mark?.outcome, mark?.points]
}

test.each<[string, Question, QuestionKey, string | number | string[] | undefined, [string, number | null]]>([
  ['the right option', question('one'), key(['a']), 'a', ['right', 4]],
  ['another option', question('one'), key(['a']), 'b', ['wrong', 0]],
  ['all that are right', question('many'), key(['a', 'c']), ['c', 'a'], ['right', 4]],
  ['some of them', question('many'), key(['a', 'c']), ['a'], ['wrong', 0]],
  ['some of them for half', question('many', { partial: 'half' }), key(['a', 'c']), ['a'], ['partial', 2]],
  ['one too many', question('many', { partial: 'half' }), key(['a', 'c']), ['a', 'c', 'd'], ['wrong', 0]],
  [
    'one option of what was one question then and asks for several now',
    question('many'),
    key(['a']),
    'a',
    ['right', 4],
  ],
  ['half of several that was one then', question('many', { partial: 'half' }), key(['a', 'c']), 'a', ['partial', 2]],
  [
    'a wrong option that was chosen when one was asked for',
    question('many', { partial: 'half' }),
    key(['a', 'c']),
    'b',
    ['wrong', 0],
  ],
  ['the one that was chosen when several were asked for', question('one'), key(['a']), ['a'], ['right', 4]],
  ['two that were chosen when several were asked for', question('one'), key(['a']), ['a', 'b'], ['wrong', 0]],
  ['true', question('truefalse'), key(['true']), 'true', ['right', 4]],
  ['false for true', question('truefalse'), key(['true']), 'false', ['wrong', 0]],
  ['a blank filled', question('blank'), key(['3', '＋3', '三']), ' +3 ', ['right', 4]],
  ['case and spaces aside', question('blank'), key(['Hello World']), 'hello   world', ['right', 4]],
  ['spaces between Chinese signs', question('blank'), key(['李白']), ' 李　白 ', ['right', 4]],
  ['the end of a sentence', question('blank'), key(['光合作用']), '光合作用。', ['right', 4]],
  ['a sign that is asked for', question('blank'), key(['。']), '。', ['right', 4]],
  ['another sign', question('blank'), key(['。']), '，', ['wrong', 0]],
  ['the unit once more', question('number', { unit: 'cm²' }), key(['3.14']), '３．14 cm2。', ['right', 4]],
  ['another unit', question('number', { unit: 'cm' }), key(['3.14']), '3.14 m', ['wrong', 0]],
  ['a percentage', question('number', { unit: '%' }), key(['50']), '50％', ['right', 4]],
  ['another word', question('blank'), key(['三']), '四', ['wrong', 0]],
  ['a number within', question('number'), key(['50'], 0.5), '49.5', ['right', 4]],
  ['a number beyond', question('number'), key(['50'], 0.5), '50.51', ['wrong', 0]],
  ['full-width digits', question('number'), key(['50']), '５０．０', ['right', 4]],
  ['a minus of print', question('number'), key(['-2']), '−2', ['right', 4]],
  ['a number that was sent as one', question('number'), key(['0.2']), 0.3 - 0.1, ['right', 4]],
  ['a word for a number', question('number'), key(['50']), '五十', ['wrong', 0]],
  ['words', question('text'), key([]), '因为', ['open', null]],
  ['nothing', question('one'), key(['a']), undefined, ['blank', 0]],
  ['an answer without a key', question('one'), key([]), 'a', ['open', null]],
])('the machine marks %s', (_, one, right, answer, wanted) => {
  expect(got(one, right, answer)).toEqual(wanted)
})

const anyKind = fc.constantFrom<Question['kind'][]>('one', 'many', 'truefalse', 'blank', 'number', 'text')
const blank = fc.constantFrom<(string | string[] | undefined)[]>('', ' ', '　\n', [], undefined)

test('a blank is never right, whatever counts as right', () => {
  fc.assert(
    fc.property(
      anyKind,
      blank,
      fc.array(fc.string(), { maxLength: 5 }),
      fc.float({ noNaN: true, min: 0 }),
      (kind, answer, accepted, tolerance) => {
        expect(got(question(kind), key([...accepted, '', ' '], tolerance), answer)).toEqual(['blank', 0])
      },
    ),
  )
})

test('no answer is worth less than nothing or more than its question', () => {
  const answer = fc.oneof(fc.string(), fc.double(), fc.array(fc.string()))
  fc.assert(
    fc.property(anyKind, answer, fc.array(fc.string(), { maxLength: 5 }), (kind, given, accepted) => {
      const points = got(question(kind, { partial: 'half' }), key(accepted), given)[1]
      expect(points === null || (Number(points) >= 0 && Number(points) <= 4)).toBe(true)
    }),
  )
})

const ids = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 12 }), { maxLength: 60 })

test('each student has an order of questions of their own, the same every time, with every question in it', () => {
  fc.assert(
    fc.property(ids, fc.nat(), fc.array(fc.boolean(), { minLength: 60, maxLength: 60 }), (all, enrolment, moves) => {
      const questions = all.map((id, at) => question('text', { id, shuffle: moves[at] ?? false }))
      const order = inOwnOrder(questions, enrolment)
      expect(inOwnOrder(questions, enrolment)).toEqual(order)
      expect(order.map(({ id }) => id).toSorted()).toEqual(all.toSorted())
      // A question that is not shuffled stays in its place.
      questions.forEach((one, at) => one.shuffle || expect(order[at]).toEqual(one))
    }),
  )
  const many = Array.from({ length: 8 }, (_, at) => question('text', { id: `q${at}`, shuffle: true }))
  const orders = new Set(
    Array.from({ length: 40 }, (_, at) =>
      inOwnOrder(many, at)
        .map(({ id }) => id)
        .join(),
    ),
  )
  expect(orders.size).toBeGreaterThan(30)
})

test('staff give other points, never more than a question has, and never for a question that is not there', () => {
  const marks = markAnswers([question('one'), question('text', { id: 'r', points: 6 })], [key(['a'])], {
    q: 'b',
    r: '因为',
  })
  expect(scoreOfMarks(marks, 100)).toBeNull()
  const given = withGiven(marks, [{ question_id: 'r', points: 3 }])
  expect(given).toMatchObject([
    { outcome: 'wrong', points: 0 },
    { outcome: 'partial', points: 3 },
  ])
  expect(scoreOfMarks(given ?? [], 100)).toBe(30)
  expect(withGiven(marks, [{ question_id: 'r', points: 6.5 }])).toBeNull()
  expect(withGiven(marks, [{ question_id: 'x', points: 1 }])).toBeNull()
  expect(marksNow([question('one'), question('blank', { id: 'late' })], marks)).toMatchObject([
    { question_id: 'q', points: 0 },
    { question_id: 'late', outcome: 'open', points: null },
  ])
})

test.each([
  ['1,234.5', 1234.5],
  ['１２', 12],
  ['.5', 0.5],
  ['+3', 3],
  ['1,2', null],
  ['1e3', null],
  ['', null],
  ['0x10', null],
])('%s is read as %s', (typed, number) => {
  expect(numberIn(typed)).toBe(number)
})
