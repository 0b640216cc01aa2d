import { rosterAdmin } from '@tongchuang/contract/roster.admin.ts'
import type { MatrixSchool } from './school.ts'

const mapping = { student_no: 0, real_name: 1, class_name: null, gender: null }

/** The list of the guild names somebody who was removed from it, and is checked. */
const checkList = async ({ school, objects: { roster = 0, leaverId = 0 }, tokens }: MatrixSchool) => {
  const { db } = school.app
  await db.updateTable('users').set({ student_no: '20260012' }).where('id', '=', leaverId).execute()
  await db.insertInto('roster_rows').values({ import_id: roster, line: 1, cells: '["20260012","想回来"]' }).execute()
  const admin = school.with(tokens.admin)
  await admin(rosterAdmin.check, { id: roster, has_header: false, mapping })
  return { admin, id: roster }
}

/** What can have happened to lists of pupils. */
export const rosterStates = {
  'the list names who was removed from the guild': async (matrix: MatrixSchool) => {
    await checkList(matrix)
  },
  'the list has been applied and taken back': async (matrix: MatrixSchool) => {
    const { admin, id } = await checkList(matrix)
    const { jobs } = matrix.school.app
    await admin(rosterAdmin.apply, { id, consent: true })
    await jobs.run('roster')
    await admin(rosterAdmin.undo, { id })
    await jobs.run('roster')
  },
}
