import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lacksKey, lacksOptions, wrongKey, wrongQuestion } from '../question-rules.ts'
import { judgeTyped } from './import-rules.ts'
import { readTypedTable } from './typed-table.ts'
import { readTypedText } from './typed-text.ts'

const ids = () => {
  let made = 0
  return () => `id${(made += 1)}`
}
const read = (text: string, room = 60) => {
  const { typed, unread } = readTypedText(text)
  return judgeTyped(typed, unread, { room, newId: ids() })
}
const shortOf = (text: string) =>
  read(text).found.map(({ question, key }) => ({
    kind: question.kind,
    label: question.label,
    points: question.points,
    right: key.accepted.map((one) => question.options?.find(({ id }) => id === one)?.text ?? one),
  }))

const paper = `1. 二次函数 y=(x-5)²+50 的顶点是（2分）
A. (5, 50)
B、(2, 0)
（C）(0, 0)

答案：A
解析：顶点式里
看得出来。

2、【多选】下面哪些对
A．开口向上
B．有最大值
C．对称轴是 5
答案：AC
分值：4分
3. 3.14 是 π 的近似值
答案：对
4. 配方：x²-4x+7=(x-2)²+____
答案：3|三

面积是多少（3分）
答案：50±0.5
单位：m²

[简答] 为什么边长不能是负数？`

test('a paper as a teacher types it is read: kinds, points, what is right and why', () => {
  expect(shortOf(paper)).toEqual([
    { kind: 'one', label: '二次函数 y=(x-5)²+50 的顶点是', points: 2, right: ['(5, 50)'] },
    { kind: 'many', label: '下面哪些对', points: 4, right: ['开口向上', '对称轴是 5'] },
    { kind: 'truefalse', label: '3.14 是 π 的近似值', points: 1, right: ['true'] },
    { kind: 'blank', label: '配方：x²-4x+7=(x-2)²+____', points: 1, right: ['3', '三'] },
    { kind: 'number', label: '面积是多少', points: 3, right: ['50'] },
    { kind: 'text', label: '为什么边长不能是负数？', points: 1, right: [] },
  ])
  const { found, problems } = read(paper)
  expect(problems).toEqual([])
  expect(found[0]?.key.explanation).toBe('顶点式里\n看得出来。')
  expect([found[4]?.question.unit, found[4]?.key.tolerance]).toEqual(['m²', 0.5])
  const questions = found.map(({ question }) => question)
  const keys = found.map(({ key }) => key)
  expect([wrongQuestion(questions), wrongKey(questions, keys)]).toEqual([null, null])
})

test.each([
  ['1. 顶点是\nA. 甲\nB. 乙\n答案：E', 4, '选项里没有E'],
  ['1. 顶点是\nA. 甲\nB. 乙', 1, '没有写答案'],
  ['1. 顶点是\nA. 甲\n答案：A', 1, '选择题至少两个选项'],
  ['1. 顶点是\nA. 甲\nB. 甲\n答案：A', 3, '有两个相同的选项'],
  ['1. 顶点是\nA. 甲\nA. 乙\n答案：A', 3, '有两个选项A'],
  ['【单选】顶点是\nA. 甲\nB. 乙\n答案：AB', 4, '单选只能有一个答案'],
  ['1. 顶点是\nA. 甲\n随便一行\nB. 乙\n答案：A', 3, '这一行读不懂'],
  ['1. 顶点是\nA. 甲\nB. 乙\n答案：、', 4, '没有写答案'],
  ['面积\n答案：|', 2, '没有写答案'],
  ['【判断】对吗\n答案：也许', 2, '判断题的答案写「对」或「错」'],
  ['【数值】面积\n答案：五十', 2, '答案不是数'],
  ['面积\n答案：5\n误差：很小', 3, '允许误差不是数'],
  ['面积\n答案：5\n分值：101', 3, '分值是0到100的数'],
  [`${'长'.repeat(201)}\n答案：5`, 1, '题目最多200个字'],
  ['面积\n题型：连线\n答案：5', 2, '没有这种题型'],
])('%j: line %i is named', (text, line, problem) => {
  const { found, problems } = read(`${text}\n\n对吗？\n答案：对`)
  expect(problems.map((one) => [one.line, one.problem.zh])).toContainEqual([line, problem])
  // The other questions are still found.
  expect(found.map(({ question }) => question.kind)).toContain('truefalse')
})

test('a table has a question in each row below its heads, and a bad row is named by its line', () => {
  const rows = [
    ['第一单元小测'],
    ['题型', '题目', 'A', '选项B', 'Option C', '答案', '分值', '解析'],
    ['单选', '顶点是', '甲', '乙', '', 'B', '2', '看图'],
    ['', '哪些对', '甲', '乙', '丙', 'A、C', '', ''],
    ['填空', '配方', '', '', '', '', '3', ''],
  ]
  const typed = readTypedTable(rows.map((cells, at) => ({ line: at + 1, cells })))
  const { found, problems } = judgeTyped(typed, [], { room: 60, newId: ids() })
  expect(found.map(({ line, question }) => [line, question.kind, question.points])).toEqual([
    [3, 'one', 2],
    [4, 'many', 1],
  ])
  expect(problems).toMatchObject([{ line: 5, text: '配方', problem: { zh: '没有写答案' } }])
})

test('no more questions than the task has room for, and the rest are named', () => {
  const { found, problems } = read(Array.from({ length: 62 }, (_, at) => `${at + 1}. 第几题\n答案：对`).join('\n'))
  expect(found).toHaveLength(60)
  expect(problems.map(({ line }) => line)).toEqual([121, 123])
})

test('whatever is pasted, what is taken over fits together and could be published', () => {
  const piece = fc.constantFrom(
    '1. ',
    '2、',
    'A. ',
    'B. ',
    '答案：',
    'A',
    'AB',
    '对',
    '±',
    '5',
    '|',
    '（2分）',
    '【多选】',
    '【答案】',
    '解析：',
    '（ A ）',
    '(√)',
    '\n一、选择题（每题2分）\n',
    '\n二、填空题\n',
    '\n参考答案\n',
    '1-2 AB',
    '____',
    '\t',
    '\n',
  )
  const anyText = fc.oneof(
    fc.string(),
    fc.array(fc.oneof(piece, piece, fc.string({ maxLength: 5 })), { maxLength: 40 }).map((all) => all.join('')),
  )
  fc.assert(
    fc.property(anyText, (text) => {
      const { found, problems } = read(text)
      const [questions, keys] = [found.map(({ question }) => question), found.map(({ key }) => key)]
      expect([wrongQuestion(questions), wrongKey(questions, keys)]).toEqual([null, null])
      for (const { line } of [...found, ...problems]) expect(line).toBeLessThanOrEqual(text.split('\n').length)
      for (const question of questions)
        expect([lacksKey(question, keys), lacksOptions(question)]).toEqual([false, false])
    }),
    { numRuns: 500 },
  )
})
