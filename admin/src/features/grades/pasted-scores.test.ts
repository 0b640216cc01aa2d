import { expect, test } from 'vitest'
import type { Column, Row } from './column-member.ts'
import { pastedScores, pastedTable } from './pasted-scores.ts'

const column = {
  ...{ id: 3, title: '口语', type: 'main', due_at: null, average: null, held: 0, max_score: 100, channel: 'offline' },
  members: [{ task_id: 3, guild_id: 1, due_at: null, held: 0, may_enter: true, max_score: 100 }],
  may_enter: true,
} satisfies Partial<Column> as unknown as Column

const student = (user_id: number, real_name: string, cells: Partial<Row['cells'][number]>[] = []) =>
  ({
    student: { user_id, real_name, nickname: '', student_no: `2026${user_id}`, class_name: '' },
    ...{ guild_ids: [1], average: null, cells },
  }) as unknown as Row

const entered = (word: 'score' | 'missing', score: number | null, held = true) => ({
  ...{ t: 0, mark: 'passed' as const, score },
  entered: { word, held, version: 2 },
})

const rows = [
  student(1, '王芳'),
  student(2, '李雷', [entered('score', 80) as Partial<Row['cells'][number]>]),
  student(3, '张伟', [entered('score', 70, false) as Partial<Row['cells'][number]>]),
  student(4, '张伟'),
  student(5, '韩梅梅'),
]

const pasted = (text: string, from = 0) => {
  const { isByName, lines } = pastedScores(pastedTable(text), { rows, from, column, t: 0, entries: new Map() })
  const told = lines.map(({ row, named, outcome, write }) =>
    [row?.student.user_id ?? named, outcome, ...(write ? [write.typed.score ?? write.typed.word] : [])].join(' '),
  )
  return { isByName, told }
}

test('a column of scores goes down from the cell that it is pasted into; an empty line passes over its student', () => {
  expect(pasted('90\r\n85\r\n\r\n缺考\r\n')).toEqual({
    isByName: false,
    told: ['1 write 90', '2 write 85', '4 write missing'],
  })
  expect(pasted('77\n60', 4).told).toEqual(['5 write 77', ' nobody'])
})

test('a table with names is matched by them, in any order, with heads, running numbers and ranks', () => {
  const table = ['序号\t姓名\t成绩\t名次', '1\t韩 梅梅\t98\t1', '2\t王芳\t90\t2', '3\t李雷\t80\t3', '4\t小明\t70\t4']
  expect(pasted(table.join('\n'), 3)).toEqual({
    isByName: true,
    told: ['5 write 98', '1 write 90', '2 same', '小明 nobody'],
  })
})

test('a table with student numbers tells namesakes apart; by name they are left out', () => {
  expect(pasted('20264\t66\n20261\t77').told).toEqual(['4 write 66', '1 write 77'])
  expect(pasted('王芳\t77\n张伟\t66\n王芳\t70').told).toEqual(['1 write 77', '张伟 namesakes', '1 twice'])
})

test('scores that look like the short numbers of a class are scores', () => {
  const short = [student(1, '王芳'), student(2, '李雷')].map((row, at) => ({
    ...row,
    student: { ...row.student, student_no: String(at + 1) },
  }))
  const { isByName, lines } = pastedScores(pastedTable('2\n1'), {
    rows: short,
    from: 0,
    column,
    t: 0,
    entries: new Map(),
  })
  expect([isByName, lines.map(({ write }) => [write?.place.user_id, write?.typed.score])]).toEqual([
    false,
    [
      [1, 2],
      [2, 1],
    ],
  ])
})

test('what students have read, what is no score, and who does the task elsewhere is left as it is', () => {
  const elsewhere = { ...column, members: [] }
  expect(pasted('优\n101\n75').told).toEqual(['1 unread', '2 unread', '3 released'])
  const { lines } = pastedScores([['90']], { rows, from: 0, column: elsewhere, t: 0, entries: new Map() })
  expect(lines.map(({ outcome }) => outcome)).toEqual(['elsewhere'])
})

test('the version in the cell goes along, so that what a colleague types meanwhile is not covered', () => {
  const { lines } = pastedScores([['85']], { rows, from: 1, column, t: 0, entries: new Map() })
  expect(lines[0]?.write).toEqual({
    ...{ place: { task_id: 3, user_id: 2 }, typed: { word: 'score', score: 85 }, version: 2, max: 100 },
  })
})
