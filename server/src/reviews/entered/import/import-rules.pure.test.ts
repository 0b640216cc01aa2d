import { cellText } from '@tongchuang/contract/rules/csv.ts'
import { expect, test } from 'vitest'
import type { Entered } from '../../../tasks/entered-store.ts'
import { findHeads, guessMapping, judgeLines, lineOf, templateHeads, type Known } from './import-rules.ts'

const mapping = guessMapping(
  templateHeads['zh-CN'].filter((head) => head !== '姓名' && head !== '班级'),
  '听写',
)!

/** The result a student has before the import. */
const entered = (user_id: number, given: Partial<Entered>): Entered => ({
  guild_id: 2,
  task_id: 5,
  user_id,
  word: 'score',
  score: 80,
  text: '',
  version: 3,
  entered_by: 1,
  entered_role: 'teacher',
  entered_at: 0,
  released_at: null,
  ...given,
})

const known = (rows: readonly Entered[] = []): Known => ({
  task: { id: 5, max_score: 100 },
  students: {
    byNumber: new Map([
      ['a1', 11],
      ['a2', 12],
      ['t1', 1],
    ]),
    byName: new Map([
      ['王芳', { user_id: 11 }],
      ['张伟', null],
    ]),
  },
  entered: new Map(rows.map((row) => [row.user_id, row])),
  elsewhere: new Set([12]),
  importer: 1,
})

const judged = (cells: readonly string[][], rows: readonly Entered[] = []) =>
  [
    ...judgeLines(
      cells.map((one, at) => lineOf(one, at + 1, mapping)),
      known(rows),
    ).values(),
  ].map(({ status, problem }) => problem || status)

const headsOf = (title: string, rows: readonly string[][]) =>
  findHeads(
    title,
    rows.map((cells) => ({ cells })),
  )

test('the template is recognised by its heads in either language', () => {
  for (const heads of Object.values(templateHeads))
    expect(guessMapping(heads, '听写')).toEqual({ student_no: 0, score: 3, text: 4, task: 5, version: 6 })
  expect(guessMapping(['班级', '成绩'], '听写')).toBeNull()
})

test('a table of a teacher’s own is recognised below its title, by names where it has no numbers', () => {
  const title = ['高一（5）班口语测试', '', '']
  expect(headsOf('听写', [title, [], ['序号', '姓 名', '得分']])).toEqual({
    at: 2,
    mapping: { student_no: 1, score: 2, text: null, task: null, version: null },
  })
  expect(headsOf('听写', [['序号', '姓名', '学号', '成绩']])?.mapping.student_no).toBe(2)
  expect(headsOf('听写', [title, ['王芳', '90']])).toBeNull()
})

test('the exported grid is recognised: the scores of a task are below its title, not below another task’s', () => {
  const grid = ['学号', '姓名', '班级', '均分', '期中成绩', '听写（二）', '听写']
  expect(headsOf('听写', [grid])?.mapping).toMatchObject({ student_no: 0, score: 6 })
  expect(headsOf('=1+1', [['姓名', cellText('=1+1')]])?.mapping).toMatchObject({ student_no: 0, score: 1 })
})

test.each<[what: string, cells: string[], rows: readonly Entered[], outcome: string]>([
  ['a first score', ['A1', '90'], [], 'new'],
  ['full-width letters and digits', ['Ａ１', '９０'], [], 'new'],
  ['another score', ['A1', '90', '', '5', '3'], [entered(11, {})], 'changed'],
  ['the same score', ['A1', '80'], [entered(11, {})], 'same'],
  ['an empty cell', ['A1', ''], [entered(11, {})], 'same'],
  ['what somebody changed since the template was made', ['A1', '90', '', '5', '2'], [entered(11, {})], 'ask'],
  ['what students have read already', ['A1', '90'], [entered(11, { released_at: 1 })], 'released'],
  ['the same score with other words', ['A1', '80', '好'], [entered(11, {})], 'changed'],
  ['a name, apart to align it', ['王　芳', '90'], [], 'new'],
  ['a name that two have', ['张伟', '90'], [], 'namesakes'],
  ['nobody’s name', ['王小芳', '90'], [], 'unknown'],
  ['nobody’s number', ['B7', '90'], [], 'unknown'],
  ['no number', ['', '90'], [], 'no_number'],
  ['one’s own number', ['T1', '90'], [], 'own'],
  ['who does the task in another class', ['A2', '90'], [], 'elsewhere'],
  ['the template of another task', ['A1', '90', '', '6'], [], 'other_task'],
  ['more than full marks', ['A1', '101'], [], 'range'],
  ['words that are no mark', ['A1', '很好'], [], 'words'],
])('a row with %s', (_what, cells, rows, outcome) => {
  expect(judged([cells], rows)).toEqual([outcome])
})

test('of two rows for one student the first counts, whether it has the number or the name', () => {
  expect(
    judged([
      ['A1', '90'],
      ['a1 ', '70'],
      ['王芳', '60'],
    ]),
  ).toEqual(['new', 'twice', 'twice'])
})

test.each(['- 第一题错了', '＋2 加分题对了', "'- 引用的话", '=3', '写得很好'])(
  'a comment “%s” that comes back with our own template is the one that was typed',
  (text) => {
    const cells = ['A1', '80', cellText(text), '5', '3']
    expect(lineOf(cells, 1, mapping).text).toBe(text)
    expect(judged([cells], [entered(11, { text })])).toEqual(['same'])
  },
)
