import { enteredImportsAdmin } from '@tongchuang/contract/entered-imports.admin.ts'
import { firstBell } from '../test-app.ts'
import type { MatrixSchool } from './school.ts'
import { heldScore, heldWord } from './words.ts'

const now = firstBell

/** Makes a task nobody has accepted an offline task, without submissions. */
const inPerson = async ({ school, objects: { untouched = 0 } }: MatrixSchool, given: object = {}) =>
  school.app.db
    .updateTable('tasks')
    .set({ channel: 'offline', hold: true, ...given })
    .where('id', '=', untouched)
    .execute()

/** States of a task with entered results. */
export const enteredStates = {
  'a task is done in person': (matrix: MatrixSchool) => inPerson(matrix).then(() => undefined),
  'a table of results is checked': async (matrix: MatrixSchool) => {
    await inPerson(matrix)
    const { school, objects, tokens } = matrix
    const send = school.with(tokens.teacher)
    const text = '学号,分数\n20261001,87'
    const { id } = await send(enteredImportsAdmin.read, { task_id: objects.untouched ?? 0, name: '口语.csv', text })
    await send(enteredImportsAdmin.check, { id, has_header: true, mapping: { student_no: 0, score: 1 } })
    return { entries: id }
  },
  'a result is typed and held': async (matrix: MatrixSchool) => {
    await inPerson(matrix)
    const { school, objects, people } = matrix
    await school.app.db
      .insertInto('entered_results')
      .values({
        task_id: objects.untouched ?? 0,
        guild_id: objects.guild ?? 0,
        user_id: people.owner.id,
        version: 1,
        word: 'score',
        score: heldScore,
        text: heldWord,
        released_at: null,
        entered_by: people.teacher.id,
        entered_role: 'teacher',
        entered_at: now,
      })
      .execute()
  },
}
