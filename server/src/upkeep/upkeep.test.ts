import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { authenticate } from '../accounts/sessions.ts'
import { aBanner } from '../banners/factory.ts'
import { aFile } from '../files/factory.ts'
import type { FileRow } from '../files/store.ts'
import { aGuild } from '../guilds/factory.ts'
import { anEnrolment, aTask } from '../tasks/factory.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { upkeepRoutes } from './routes.ts'

let school: School
beforeEach(async () => {
  school = await testApp({ authenticate, features: [upkeepRoutes] })
})
afterEach(() => school.close())

const hour = 3_600_000

test('what a student uploaded and never used is gone after two days; what is used anywhere stays', async () => {
  const { db, files } = school.app
  const now = school.clock.now()
  const [student, guild] = [await aUser(db), await aGuild(db)]
  const task = await aTask(db, { guild_id: guild.id })
  const row = await anEnrolment(db, task, { user_id: student.id })
  const made = (age: number) =>
    aFile(db, { owner_id: student.id, created_at: now - age }, { files, bytes: Buffer.from('一份') })
  const [unused, young, inDraft, onTask, avatar, banner] = [
    await made(49 * hour),
    await made(47 * hour),
    await made(49 * hour),
    await made(49 * hour),
    await made(49 * hour),
    await made(49 * hour),
  ]
  await db.insertInto('drafts').values({ enrolment_id: row.id, draft_version: 0, saved_at: now }).execute()
  await db.insertInto('draft_files').values({ enrolment_id: row.id, file_id: inDraft.id }).execute()
  await db.insertInto('task_files').values({ task_id: task.id, file_id: onTask.id }).execute()
  await db.updateTable('users').set({ avatar_file_id: avatar.id }).where('id', '=', student.id).execute()
  await aBanner(db, { image_file_id: banner.id })

  await school.app.jobs.run('files.unused')
  const left = await db.selectFrom('files').select('id').orderBy('id').execute()
  expect(left.map(({ id }) => id)).toEqual([young, inDraft, onTask, avatar, banner].map(({ id }) => id))
  const isStored = async ({ upload_id }: FileRow) => (await files.look(upload_id)) !== null
  expect(await Promise.all([unused, young, inDraft].map(isStored))).toEqual([false, true, true])
})

test('more unused files than one look takes are all removed, and the used one among them kept', async () => {
  const { db } = school.app
  const created_at = school.clock.now() - 72 * hour
  const student = await aUser(db)
  const first = await aFile(db, { owner_id: student.id, created_at })
  for (let at = 0; at < 230; at += 1) await aFile(db, { owner_id: student.id, created_at })
  await db.updateTable('users').set({ avatar_file_id: first.id }).where('id', '=', student.id).execute()
  await school.app.jobs.run('files.unused')
  expect(await db.selectFrom('files').select('id').execute()).toEqual([{ id: first.id }])
})
