import { readFile } from 'node:fs/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { authenticate } from '../accounts/sessions.ts'
import { aBanner } from '../banners/factory.ts'
import { allTables } from '../db/all-tables.ts'
import { aFile } from '../files/factory.ts'
import type { FileRow } from '../files/store.ts'
import { aGuild } from '../guilds/factory.ts'
import { listStops } from '../removal.ts'
import type { Stored } from '../storage/file-store.ts'
import { anEnrolment, aTask } from '../tasks/factory.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { maintenanceRoutes, takeOut } from './routes.ts'
import { looseFiles } from './store.ts'

let school: School
beforeEach(async () => {
  school = await testApp({ authenticate, features: [maintenanceRoutes] })
})
afterEach(() => school.close())

const hour = 3_600_000

const keysIn = async (stored: AsyncIterable<Stored>): Promise<string[]> => {
  const keys: string[] = []
  for await (const { key } of stored) keys.push(key)
  return keys
}

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

test('a picture that somebody chooses after the unused files were listed stays theirs, and so does what shows on the square', async () => {
  const { app, clock } = school
  const student = await aUser(app.db)
  const made = () => aFile(app.db, { owner_id: student.id, created_at: clock.now() - 49 * hour })
  const [avatar, banner, unused] = [await made(), await made(), await made()]
  const listed = await looseFiles(app.db, clock.now(), 0, 10)
  await app.db.updateTable('users').set({ avatar_file_id: avatar.id }).where('id', '=', student.id).execute()
  await aBanner(app.db, { image_file_id: banner.id })
  const taken = []
  for (const file of listed) if (await takeOut(app, file, clock.now())) taken.push(file.id)
  expect(taken).toEqual([unused.id])
  const left = await app.db.selectFrom('files').select('id').orderBy('id').execute()
  expect(left).toEqual([{ id: avatar.id }, { id: banner.id }])
  expect(await app.db.selectFrom('trashed_files').select('key').execute()).toEqual([{ key: unused.upload_id }])
})

test('removing most files of a school as unused waits for the approval of an administrator', async () => {
  const { db, jobs, removal } = school.app
  const created_at = school.clock.now() - 72 * hour
  const student = await aUser(db)
  const first = await aFile(db, { owner_id: student.id, created_at })
  for (let at = 0; at < 230; at += 1) await aFile(db, { owner_id: student.id, created_at })
  await db.updateTable('users').set({ avatar_file_id: first.id }).where('id', '=', student.id).execute()
  const left = async () => (await db.selectFrom('files').select('id').execute()).length
  await jobs.run('files.unused')
  expect(await left()).toBe(231)
  expect(await listStops(db)).toMatchObject([{ name: 'files.unused', wanted: 230, total: 231 }])
  // A confirmation for other numbers than those shown does not count.
  expect(await removal.goOn('files.unused', 229, student.id)).toBe(false)
  await jobs.run('files.unused')
  expect(await left()).toBe(231)
  expect(await removal.goOn('files.unused', 230, student.id)).toBe(true)
  await aFile(db, { owner_id: student.id, created_at })
  await jobs.run('files.unused')
  expect([await left(), await listStops(db)]).toMatchObject([232, [{ wanted: 231, total: 232 }]])
  await removal.goOn('files.unused', 231, null)
  await jobs.run('files.unused')
  expect(await db.selectFrom('files').select('id').execute()).toEqual([{ id: first.id }])
  await jobs.run('files.unused')
  expect(await db.selectFrom('removal_stops').select('name').execute()).toEqual([])
})

test('what somebody no longer uses lies in the trash for 30 days; what an erased account leaves is gone at once, from the trash too', async () => {
  const { db, files, jobs } = school.app
  const now = school.clock.now()
  const [student, leaver] = [await aUser(db), await aUser(db)]
  const bytes = Buffer.from('一份')
  const [mine, theirs] = [
    await aFile(db, { owner_id: student.id, created_at: now - 49 * hour }, { files, bytes }),
    await aFile(db, { owner_id: leaver.id, created_at: now - 49 * hour }, { files, bytes }),
  ]
  await jobs.run('files.unused')
  expect((await keysIn(files.trash())).toSorted()).toEqual([mine.upload_id, theirs.upload_id].toSorted())
  const young = await aFile(db, { owner_id: leaver.id, created_at: now - hour }, { files, bytes })
  const asked = { reason: '', created_at: now, answered_by: null, answered_at: null, erase_at: now, erased_at: now }
  await db
    .insertInto('deletion_requests')
    .values({ user_id: leaver.id, status: 'erased', ...asked })
    .execute()
  await jobs.run('files.erased')
  expect([await keysIn(files.list()), await keysIn(files.trash())]).toEqual([[], [mine.upload_id]])
  expect(await db.selectFrom('files').select('id').where('id', '=', young.id).execute()).toEqual([])
})

test('a file named by any column counts as used', async () => {
  const { db, database } = school.app
  const columns = (await allTables(db, database.dialect)).flatMap(({ name, columns }) =>
    columns.filter((column) => /(^|_)file_id$/.test(column.name)).map((column) => `${name}.${column.name}`),
  )
  const asked = await readFile(new URL('store.ts', import.meta.url), 'utf8')
  const isAsked = (place: string) => {
    const [table, column] = place.split('.')
    return new RegExp(`from ${table} as used where (.* and )?used\\.${column} = files\\.id`).test(asked)
  }
  expect(columns.length).toBeGreaterThan(5)
  // The cover of a work is one of its own files; a turn is of an upload, which is no file yet.
  expect(columns.filter((place) => !isAsked(place)).toSorted()).toEqual([
    'submissions.cover_file_id',
    'upload_turns.file_id',
  ])
})
