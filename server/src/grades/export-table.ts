import { setImmediate as pause } from 'node:timers/promises'
import type { GradeCell } from '@tongchuang/contract/grades.admin.ts'
import type { Language } from '@tongchuang/contract/errors.ts'
import type { TableValue } from '@tongchuang/contract/rules/csv.ts'
import type { Db } from '../db/schema.ts'
import { iso } from '../db/time.ts'
import { gridOf, has, sorted, type Grid, type GridRow, type Selection } from './grid.ts'
import type { Table } from './sheet.ts'
import { guildsAfter, releasedWords } from './store.ts'
import type { ArchiveWords } from './works-zip.ts'

type Words = {
  marks: Readonly<Record<GradeCell['mark'], string>>
  grid: readonly [string, string, string, string]
  comment: string
  list: readonly string[]
  yes: string
  grades: string
  works: string
  entry: string
  archive: ArchiveWords
}

const words: Readonly<Record<Language, Words>> = {
  'zh-CN': {
    // A held result is told to nobody who is handed the table.
    marks: {
      missing: '未提交',
      waiting: '待批阅',
      held: '待批阅',
      returned: '待修改',
      excused: '免做',
      passed: '已通过',
      blank: '',
      failed: '未通过',
      elsewhere: '在另一个班交',
    },
    grid: ['学号', '姓名', '班级', '均分'],
    comment: '评语',
    list: ['公会', '任务', '截止', '学号', '姓名', '班级', '状态', '分数', '满分', '迟交'],
    yes: '是',
    grades: '成绩表',
    works: '作品',
    entry: '登分',
    archive: {
      heads: ['学号', '姓名', '班级', '公会', '任务', '版本', '提交时间', '迟交', '回执', '文件', '字节', 'SHA-256'],
      text: '正文',
      lost: '（文件已不在）',
      yes: '是',
    },
  },
  'en-US': {
    marks: {
      missing: 'Not submitted',
      waiting: 'To review',
      held: 'To review',
      returned: 'Returned',
      excused: 'Excused',
      passed: 'Passed',
      blank: '',
      failed: 'Failed',
      elsewhere: 'In another class',
    },
    grid: ['Student no.', 'Name', 'Class', 'Average'],
    comment: 'Comment',
    list: ['Guild', 'Task', 'Due', 'Student no.', 'Name', 'Class', 'State', 'Score', 'Out of', 'Late'],
    yes: 'yes',
    grades: 'Grades',
    works: 'Works',
    entry: 'Results',
    archive: {
      heads: [
        'Student no.',
        'Name',
        'Class',
        'Guild',
        'Task',
        'Version',
        'Submitted',
        'Late',
        'Receipt',
        'File',
        'Bytes',
        'SHA-256',
      ],
      text: 'text',
      lost: '(file is gone)',
      yes: 'yes',
    },
  },
}

/** The words of exports in a language. */
export const exportWords = (language: Language): Words => words[language]

const AT_ONCE = 100

const valueOf = (cell: GradeCell | undefined, { marks }: Words): TableValue => {
  if (!cell) return null
  const isResult = cell.mark === 'passed' || cell.mark === 'failed'
  if (isResult && cell.score !== null) return cell.score
  // What is typed and not released is told to nobody: 缺 and 免做 no more than a number.
  return cell.entered?.held ? marks.held : cell.mark === 'blank' ? null : marks[cell.mark]
}

const personOf = ({ student: { student_no, real_name, nickname, class_name } }: GridRow): [string, string, string] => [
  student_no ?? '',
  real_name || nickname,
  class_name,
]

async function* gridRows(
  db: Db,
  grid: Grid,
  rows: readonly GridRow[],
  comments: boolean,
  said: Words,
): AsyncGenerator<TableValue[]> {
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    const some = rows.slice(at, at + AT_ONCE)
    const texts = new Map<string, string>()
    if (comments) {
      const found = await releasedWords(
        db,
        grid.tasks.map(({ id }) => id),
        some.map(({ student }) => student.user_id),
      )
      for (const { user_id, task_id, text } of found) texts.set(`${user_id}.${task_id}`, text)
    }
    for (const row of some) {
      const byTask = new Map(row.cells.map((cell) => [cell.t, cell]))
      yield [
        ...personOf(row),
        row.average,
        ...grid.tasks.flatMap((task, t) => [
          valueOf(byTask.get(t), said),
          ...(comments ? [texts.get(`${row.student.user_id}.${task.id}`) ?? null] : []),
        ]),
      ]
    }
    await pause()
  }
}

/** The grid of a guild as a table: students downwards, tasks across. */
export const gridTable = async (
  db: Db,
  {
    guild_id,
    comments,
    now,
    language,
    ...selection
  }: Selection & { guild_id: number; comments: boolean; now: number; language: Language },
): Promise<Table> => {
  const said = words[language]
  const grid = await gridOf(db, guild_id, selection, now)
  const { having } = selection
  const rows = sorted({ ...grid, rows: having ? grid.rows.filter((row) => has(row, having)) : grid.rows }, {})
  const heads = [
    ...said.grid,
    ...grid.tasks.flatMap(({ title }) => (comments ? [title, `${title} ${said.comment}`] : [title])),
  ]
  return { heads, rows: gridRows(db, grid, rows, comments, said) }
}

async function* schoolRows(db: Db, selection: Selection, now: number, said: Words): AsyncGenerator<TableValue[]> {
  for (let after = 0; ;) {
    const guilds = await guildsAfter(db, after, AT_ONCE)
    for (const guild of guilds) {
      const grid = await gridOf(db, guild.id, selection, now)
      for (const row of sorted(grid, {})) {
        for (const cell of row.cells) {
          const task = grid.tasks[cell.t]
          if (
            !task ||
            (selection.having && (selection.having === 'late' ? !cell.late : cell.mark !== selection.having))
          )
            continue
          const score = cell.mark === 'passed' || cell.mark === 'failed' ? cell.score : null
          yield [
            guild.name,
            task.title,
            iso(task.due_at),
            ...personOf(row),
            said.marks[cell.entered?.held ? 'held' : cell.mark],
            score,
            task.max_score,
            cell.late ? said.yes : null,
          ]
        }
      }
    }
    const last = guilds.at(-1)
    if (!last || guilds.length < AT_ONCE) return
    after = last.id
  }
}

/** The grades of all guilds as one list, a line for each cell. */
export const schoolTable = (
  db: Db,
  { now, language, ...selection }: Selection & { now: number; language: Language },
): Table => ({
  heads: words[language].list,
  rows: schoolRows(db, selection, now, words[language]),
})
