import { guildPeople } from '@tongchuang/contract/guild-people.admin.ts'
import { rosterAdmin } from '@tongchuang/contract/roster.admin.ts'
import type { MatrixSchool } from './school.ts'

const mapping = { student_no: 0, real_name: 1, class_name: null, gender: null }

/** Checks a list of the guild that names a removed member. */
const checkList = async ({ school, objects: { roster = 0, leaverId = 0 }, tokens }: MatrixSchool) => {
  const { db } = school.app
  await db.updateTable('users').set({ student_no: '20260012' }).where('id', '=', leaverId).execute()
  await db
    .insertInto('roster_rows')
    .values({ import_id: roster, line: 1, place: 1, cells: '["20260012","想回来"]' })
    .execute()
  const admin = school.with(tokens.admin)
  await admin(rosterAdmin.check, { id: roster, has_header: false, mapping })
  return { admin, id: roster }
}

/** States of lists of students. */
export const rosterStates = {
  'a student of a teacher’s list is in her guild no more': async ({
    school,
    objects: { guild = 0 },
    tokens,
  }: MatrixSchool) => {
    const teacher = school.with(tokens.teacher)
    const { id } = await teacher(rosterAdmin.read, {
      guild_id: guild,
      name: '名单',
      text: '学号,姓名\n20269999,新来的',
    })
    await teacher(rosterAdmin.check, { id, has_header: true, mapping })
    await teacher(rosterAdmin.apply, { id, consent: true })
    await school.app.jobs.run('roster')
    const made = await school.app.db
      .selectFrom('users')
      .select('id')
      .where('student_no', '=', '20269999')
      .executeTakeFirstOrThrow()
    await teacher(guildPeople.remove, { guild_id: guild, user_ids: [made.id] })
    return { ownList: id }
  },
  'a teacher’s list names a student she is not in charge of': async ({
    school,
    objects: { guild = 0 },
    people,
    tokens,
  }: MatrixSchool) => {
    const { db } = school.app
    await db.updateTable('guild_members').set({ origin: 'staff' }).where('user_id', '=', people.mate.id).execute()
    await db
      .updateTable('users')
      .set({ student_no: '20260077', real_name: '旧名' })
      .where('id', '=', people.mate.id)
      .execute()
    const teacher = school.with(tokens.teacher)
    const { id } = await teacher(rosterAdmin.read, { guild_id: guild, name: '名单', text: '学号,姓名\n20260077,新名' })
    await teacher(rosterAdmin.check, { id, has_header: true, mapping })
    return { ownList: id }
  },
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
