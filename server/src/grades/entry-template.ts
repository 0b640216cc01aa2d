import type { Language } from '@tongchuang/contract/errors.ts'
import type { TableValue } from '@tongchuang/contract/rules/csv.ts'
import type { Db } from '../db/schema.ts'
import { templateHeads } from '../reviews/entered/import/import-rules.ts'
import { enteredOf, type Entered } from '../tasks/entered-store.ts'
import type { Task } from '../tasks/rules.ts'
import type { Table } from './sheet.ts'
import { allGradedStudents } from './store.ts'

const words = {
  'zh-CN': { missing: '缺', excused: '免做' },
  'en-US': { missing: 'missing', excused: 'excused' },
} as const

const valueOf = (entered: Entered | undefined, language: Language): TableValue => {
  if (!entered || entered.word === 'blank') return null
  return entered.word === 'score' ? entered.score : words[language][entered.word]
}

/**
 * A table to type results into: every student with the content of their cell, and in hidden columns the task and how
 * often each cell had changed, so that a later import detects what others typed meanwhile.
 */
export const entryTemplate = async (
  db: Db,
  task: Pick<Task, 'id' | 'guild_id'>,
  { language, only }: { language: Language; only: 'all' | 'blank' },
): Promise<Table> => {
  const students = await allGradedStudents(db, [task.guild_id])
  const entered = await enteredOf(
    db,
    task.id,
    students.map(({ user_id }) => user_id),
  )
  const wanted = students
    .filter(({ user_id }) => only === 'all' || (entered.get(user_id)?.word ?? 'blank') === 'blank')
    .toSorted((one, other) => (one.student_no ?? '').localeCompare(other.student_no ?? '', 'zh-CN', { numeric: true }))
  const rows = async function* (): AsyncGenerator<TableValue[]> {
    for (const { user_id, student_no, real_name, nickname, class_name } of wanted) {
      const cell = entered.get(user_id)
      yield [
        student_no ?? '',
        real_name || nickname,
        class_name,
        valueOf(cell, language),
        cell?.text || null,
        task.id,
        cell?.version ?? 0,
      ]
    }
  }
  return { heads: templateHeads[language], rows: rows(), hidden: [5, 6], widths: [16, 16, 18, 10, 40], frozen: 3 }
}
