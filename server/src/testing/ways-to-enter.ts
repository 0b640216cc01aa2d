import { insertImport } from '../reviews/entered/import/import-store.ts'
import type { Db } from '../db/schema.ts'
import type { Way } from './way.ts'

type ObjectOf = (name: string) => unknown

const cell = { task_id: '@untouched', user_id: '@ownerId' }
const actor = 'admin'

const inPerson = async (db: Db, object: ObjectOf) => {
  const id = Number(object('untouched'))
  await db.updateTable('tasks').set({ channel: 'offline', hold: false }).where('id', '=', id).execute()
  return {}
}

/** An import of results with one row that cannot be read yet. */
const checkedTable = async (db: Db, object: ObjectOf) => {
  await inPerson(db, object)
  const values = {
    task_id: Number(object('untouched')),
    created_by: Number(object('ownerId')),
    state: 'checked',
    file_name: '口语.csv',
    has_header: false,
    columns: '["A","B"]',
    mapping: '{"student_no":0,"score":1}',
    row_count: 1,
    created_at: 1,
    applied_at: null,
    undone_at: null,
  } as const
  const id = await insertImport(db, values, [{ line: 1, cells: '["20261001","优"]' }])
  await db.updateTable('entered_import_rows').set({ status: 'bad' }).where('import_id', '=', id).execute()
  return { id }
}

/** How results are typed, alone and as a table. */
export const waysToEnter: readonly Way[] = [
  {
    call: 'POST /api/admin/grade/set',
    input: { ...cell, base_version: 1, score: 90, text: '语音很稳', reason: '登错了' },
    actor,
    first: [
      { call: 'POST /api/admin/grade/set', input: { ...cell, base_version: 0, score: 87 }, actor, ready: inPerson },
    ],
  },
  {
    call: 'POST /api/admin/grade/import_read',
    input: { task_id: '@untouched', name: '口语.csv', text: '学号,分数\n20261001,87' },
    actor,
    ready: inPerson,
  },
  {
    call: 'POST /api/admin/grade/import_mend',
    input: { line: 1, student_no: '20261001', typed: '87' },
    actor,
    ready: checkedTable,
  },
]
