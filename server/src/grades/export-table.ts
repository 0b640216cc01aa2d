import type { GradeCell } from '@tongchuang/contract/grades.admin.ts'
import type { Language } from '@tongchuang/contract/errors.ts'
import type { TableValue } from '@tongchuang/contract/rules/csv.ts'
import type { Db } from '../db/schema.ts'
import { onWall } from '../db/time.ts'
import { has, isOf, taskOf, wholeGrid, type Column, type GridRow, type Selection } from './grid.ts'
import type { Table } from './sheet.ts'
import { countColumns, guildsAfter, releasedWords } from './store.ts'
import type { ArchiveWords } from './works-zip.ts'

type Words = {
  marks: Readonly<Record<GradeCell['mark'], string>>
  grid: readonly [string, string, string, string]
  guild: string
  comment: string
  /** The head of a task whose full marks are not 100, beside a mean in percent. */
  outOf: (title: string, full: number) => string
  /** The last line of a table that has no columns for `tasks` earlier tasks. */
  left: (tasks: number) => string
  list: readonly string[]
  yes: string
  /** Part of the file name for an export across the guilds of one teacher. */
  across: string
  grades: string
  works: string
  entry: string
  archive: ArchiveWords
}

const words: Readonly<Record<Language, Words>> = {
  'zh-CN': {
    // A table that is handed on does not reveal that a result is held.
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
    guild: '公会',
    comment: '评语',
    outOf: (title, full) => `${title}（满分${full}）`,
    left: (tasks) => `还有${tasks}个更早的任务没有列出，请按公会或任务类型分开导出`,
    list: ['公会', '任务', '截止', '学号', '姓名', '班级', '状态', '分数', '满分', '迟交'],
    yes: '是',
    across: '全部班',
    grades: '成绩表',
    works: '作品',
    entry: '登分',
    archive: {
      language: 'zh-CN',
      heads: ['学号', '姓名', '班级', '公会', '任务', '版本', '提交时间', '迟交', '回执', '文件', '字节', 'SHA-256'],
      text: '正文',
      lost: '（文件已不在）',
      yes: '是',
      answers: { comma: '、', right: '对', wrong: '错', blank: '（空着）', gone: '（题目已不在）' },
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
    grid: ['Student no.', 'Name', 'Class', 'Mean'],
    guild: 'Guild',
    comment: 'Comment',
    outOf: (title, full) => `${title} (out of ${full})`,
    left: (tasks) =>
      `${tasks === 1 ? '1 earlier task is' : `${tasks} earlier tasks are`} left out: export by guild or by type of task`,
    list: ['Guild', 'Task', 'Due', 'Student no.', 'Name', 'Class', 'State', 'Score', 'Out of', 'Late'],
    yes: 'yes',
    across: 'All classes',
    grades: 'Grades',
    works: 'Works',
    entry: 'Results',
    archive: {
      language: 'en-US',
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
      answers: { comma: ', ', right: 'true', wrong: 'false', blank: '(blank)', gone: '(question is gone)' },
    },
  },
}

/** The words of exports in a language. */
export const exportWords = (language: Language): Words => words[language]

const AT_ONCE = 100
/** The most tasks with a column: each may have a second column for comments, and a spreadsheet has 16,384 columns. */
const MAX_COLUMNS = 5_000

const valueOf = (cell: GradeCell | undefined, { marks }: Words): TableValue => {
  if (!cell) return null
  const isResult = cell.mark === 'passed' || cell.mark === 'failed'
  if (isResult && cell.score !== null) return cell.score
  // An entered result that is not released is not revealed: neither a number nor 缺 or 免做.
  return cell.entered?.held ? marks.held : cell.mark === 'blank' ? null : marks[cell.mark]
}

// In digits of a spreadsheet: 学号, 姓名, 班级.
const personWidths = [16, 16, 18]

const personOf = ({ student: { student_no, real_name, nickname, class_name } }: GridRow): [string, string, string] => [
  student_no ?? '',
  real_name || nickname,
  class_name,
]

type Named = { id: number; name: string }
/** How a grid is written: with the guild of each student where there are several, and with teachers' comments. */
type Written = { guilds: readonly Named[]; across: boolean; comments: boolean }

async function* gridRows(
  db: Db,
  { columns, rows, left }: { columns: readonly Column[]; rows: AsyncIterable<readonly GridRow[]>; left: number },
  { guilds, across, comments }: Written,
  said: Words,
): AsyncGenerator<TableValue[]> {
  const names = new Map(guilds.map(({ id, name }) => [id, name]))
  for await (const some of rows) {
    const texts = new Map<string, string>()
    if (comments) {
      const found = await releasedWords(
        db,
        [...names.keys()],
        some.map(({ student }) => student.user_id),
      )
      for (const { user_id, task_id, text } of found) texts.set(`${user_id}.${task_id}`, text)
    }
    for (const row of some) {
      const byColumn = new Map(row.cells.map((cell) => [cell.t, cell]))
      const wordsFor = (t: number) => {
        const cell = byColumn.get(t)
        return cell ? (texts.get(`${row.student.user_id}.${taskOf(columns, cell)}`) ?? null) : null
      }
      yield [
        ...personOf(row),
        ...(across ? [row.guild_ids.map((id) => names.get(id) ?? '').join('、')] : []),
        row.average,
        ...columns.flatMap((_, t) => [valueOf(byColumn.get(t), said), ...(comments ? [wordsFor(t)] : [])]),
      ]
    }
  }
  if (left > 0) yield [said.left(left)]
}

async function* having(
  rows: AsyncIterable<readonly GridRow[]>,
  wanted: Selection['having'],
): AsyncGenerator<readonly GridRow[]> {
  for await (const some of rows) yield wanted ? some.filter((row) => has(row, wanted)) : some
}

type Asked = Selection & Written & { now: number; language: Language }

/** The heads of the columns: of tasks that have one title in several guilds, each names its guilds. */
const titlesOf = (columns: readonly Column[], guilds: readonly Named[]): string[] => {
  const names = new Map(guilds.map(({ id, name }) => [id, name]))
  const times = Map.groupBy(columns, ({ title }) => title)
  return columns.map(({ title, members }) => {
    if ((times.get(title)?.length ?? 0) < 2) return title
    const where = [...new Set(members.map(({ guild_id }) => names.get(guild_id) ?? ''))]
    return `${title}（${where.join('、')}）`
  })
}

/** The grid of some guilds as a table: students down, tasks across, the newest `most` columns. */
export const gridTable = async (
  db: Db,
  { guilds, across, comments, now, language, ...selection }: Asked,
  most = MAX_COLUMNS,
): Promise<Table> => {
  const said = words[language]
  const guild_ids = guilds.map(({ id }) => id)
  const { columns, rows } = await wholeGrid(db, guild_ids, selection, { now, most })
  const left = columns.length < most ? 0 : (await countColumns(db, guild_ids, selection)) - columns.length
  const named = across ? titlesOf(columns, guilds) : columns.map(({ title }) => title)
  const titles = columns.map((column, at) => scaled(column, named[at] ?? '', said))
  const [student_no, name, class_name, average] = said.grid
  const heads = [
    ...[student_no, name, class_name],
    ...(across ? [said.guild] : []),
    average,
    ...titles.flatMap((title) => (comments ? [title, `${title} ${said.comment}`] : [title])),
  ]
  const shown = { columns, rows: having(rows, selection.having), left }
  const widths = [...personWidths, ...(across ? [24] : [])]
  return { heads, rows: gridRows(db, shown, { guilds, across, comments }, said), widths, frozen: personWidths.length }
}

/** A head with the full marks of its task, where these are not 100 and the same in all classes. */
const scaled = ({ members }: Column, title: string, { outOf }: Words): string => {
  const [full, ...others] = new Set(members.map(({ max_score }) => max_score))
  return full === undefined || full === 100 || others.length > 0 ? title : outOf(title, full)
}

/** Now, the school's time zone, and the words of the table. */
type SchoolRead = { now: number; zone: string; said: Words }

async function* guildRows(
  db: Db,
  guild: Named,
  selection: Selection,
  { now, zone, said }: SchoolRead,
): AsyncGenerator<TableValue[]> {
  const { columns, rows } = await wholeGrid(db, [guild.id], selection, { now })
  for await (const some of rows)
    for (const row of some)
      for (const cell of row.cells) {
        const task = columns[cell.t]?.members[0]
        if (!task || (selection.having && !isOf(cell, selection.having))) continue
        const score = cell.mark === 'passed' || cell.mark === 'failed' ? cell.score : null
        yield [
          guild.name,
          task.title,
          onWall(task.due_at, zone),
          ...personOf(row),
          said.marks[cell.entered?.held ? 'held' : cell.mark],
          score,
          task.max_score,
          cell.late ? said.yes : null,
        ]
      }
}

async function* schoolRows(db: Db, selection: Selection, read: SchoolRead): AsyncGenerator<TableValue[]> {
  for (let after = 0; ;) {
    const guilds = await guildsAfter(db, after, AT_ONCE)
    for (const guild of guilds) yield* guildRows(db, guild, selection, read)
    const last = guilds.at(-1)
    if (!last || guilds.length < AT_ONCE) return
    after = last.id
  }
}

/** The grades of all guilds as one list, a line for each cell. */
export const schoolTable = (
  db: Db,
  { now, zone, language, ...selection }: Selection & { now: number; zone: string; language: Language },
): Table => ({
  heads: words[language].list,
  widths: [20, 30, 18, ...personWidths],
  rows: schoolRows(db, selection, { now, zone, said: words[language] }),
})
