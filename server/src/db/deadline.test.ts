import { randomUUID } from 'node:crypto'
import { profile } from '@tongchuang/contract/profile.ts'
import { submissions } from '@tongchuang/contract/submissions.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { callTimeouts } from '../http/all-calls.ts'
import { aStudentAtWork } from '../submissions/factory.ts'
import { refusal } from '../testing/refusal.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { freshDatabase, testDialect, type TestDatabase } from '../testing/test-database.ts'
import { DatabaseUnavailable } from './errors.ts'
import { openDatabase, type Database } from './open.ts'

/** The time limit of a call, and what a call that waits for it twice in a row takes at least. */
const budget = 3_000
const bound = 2 * budget
const isPostgres = testDialect === 'postgres'

let database: TestDatabase
let school: School
let as: ReturnType<School['as']>
let task_id: number
let enrolment_id: number
/** While it is set, a commit is made and its answer is lost on the way. */
let isLost: boolean

/** A database whose answer to a commit can be lost. */
const losing = (whole: Database): Database => {
  const { db } = whole
  const transaction = db.transaction.bind(db)
  db.transaction = () => {
    const builder = transaction()
    const execute = builder.execute.bind(builder)
    builder.execute = async (work) => {
      const result = await execute(work)
      if (isLost) throw new DatabaseUnavailable('the answer to the commit was lost')
      return result
    }
    return builder
  }
  return whole
}

beforeEach(async () => {
  isLost = false
  database = await freshDatabase()
  school = await testApp({ database: losing(database), budget })
  const { student, task, row } = await aStudentAtWork(school.app.db)
  task_id = task.id
  enrolment_id = row.id
  as = school.as(student)
  await as(profile.get)
})
afterEach(() => school.close())

const read = () => refusal(as(profile.get))
const handIn = (key: string = randomUUID()) => refusal(as(submissions.submit, { task_id, content: '写完了', key }))

/** The answers of both calls while a lock is held, and the duration of the longer one. */
const both = async () => {
  const began = performance.now()
  const [reading, writing] = await Promise.all([read(), handIn()])
  return { read: reading.reason, handIn: writing.reason, ms: performance.now() - began }
}
const versions = () =>
  school.app.db.selectFrom('submissions').select(['version', 'key']).where('enrolment_id', '=', enrolment_id).execute()

// On SQLite, readers do not wait for a writer.
const whileHeld = { read: isPostgres ? 'BUSY' : 'done', handIn: 'BUSY' }

const expectBusyFor = async (release: () => Promise<unknown>, held = whileHeld) => {
  const { ms, ...answers } = await both()
  await release()
  expect(answers).toEqual(held)
  expect(ms).toBeLessThan(bound)
  expect(await versions()).toEqual([])
  expect(await both()).toMatchObject({ read: 'done', handIn: 'done' })
}

test('while another process has locked what they need, who reads and who hands in is told within three seconds, and then it works again', async () => {
  const other = await openDatabase({ url: database.url, dataDir: '' })
  const held = await other.db.startTransaction().execute()
  if (isPostgres) await sql`lock table users, enrolments, submissions in access exclusive mode`.execute(held)
  else await held.updateTable('users').set({ nickname: '' }).where('id', '=', 0).execute()
  await expectBusyFor(() => held.rollback().execute())
  await other.close()
})

test('while every connection of this process is in use, who reads is answered and who hands in is told within three seconds', async () => {
  const all = Array.from({ length: isPostgres ? 13 : 1 }, () => school.app.db.startTransaction().execute())
  const held = await Promise.all(all)
  // Reads needed by every call have a connection of their own that cannot be held.
  await expectBusyFor(() => Promise.all(held.map((one) => one.rollback().execute())), { read: 'done', handIn: 'BUSY' })
})

test('a hand-in whose commit was made and whose answer was lost has one version and its receipt when it is sent again', async () => {
  const key = randomUUID()
  isLost = true
  expect((await handIn(key)).reason).toBe('BUSY')
  isLost = false
  expect(await versions()).toEqual([{ version: 1, key }])
  const work = { task_id, content: '写完了', key }
  const receipt = await as(submissions.submit, work)
  expect(receipt).toMatchObject({ version: 1, receipt: { no: expect.stringMatching(/^R-/) } })
  expect(await as(submissions.submit, work)).toEqual(receipt)
  expect(await versions()).toEqual([{ version: 1, key }])
})

test('only calls that carry files, copies or lists of people, change many of them, or ask another server, may take longer than three seconds', () => {
  expect(Object.fromEntries(callTimeouts(school.app.http))).toEqual({
    'GET /api/admin/backup/file': 290_000,
    'GET /api/admin/roster/slips': 60_000,
    'GET /api/files/:id': 290_000,
    'GET /api/student/export/:id': 290_000,
    'HEAD /api/files/:id': 290_000,
    'PATCH /api/files/:id': 290_000,
    'POST /api/admin/class/rename': 60_000,
    'POST /api/admin/class/undo_rename': 60_000,
    'POST /api/admin/enrolment/excuse': 60_000,
    'POST /api/admin/enrolment/extend': 60_000,
    'POST /api/admin/enrolment/reopen': 60_000,
    'POST /api/admin/grade/import_apply': 60_000,
    'POST /api/admin/grade/import_check': 60_000,
    'POST /api/admin/grade/import_mend': 60_000,
    'POST /api/admin/grade/import_read': 60_000,
    'POST /api/admin/grade/import_undo': 60_000,
    'POST /api/admin/guild/copy': 60_000,
    'POST /api/admin/guild/join_class': 60_000,
    'POST /api/admin/guild/undo_class': 60_000,
    'POST /api/admin/me/finish_link': 12_000,
    'POST /api/admin/me/link_identity': 12_000,
    'POST /api/admin/provider/enter': 12_000,
    'POST /api/admin/provider/test': 12_000,
    'POST /api/admin/review/release': 60_000,
    'POST /api/admin/review/release-set': 60_000,
    'POST /api/admin/robot/test': 12_000,
    'POST /api/admin/roster/check': 60_000,
    'POST /api/admin/roster/read': 60_000,
    'POST /api/admin/roster/repair': 60_000,
    'POST /api/admin/roster/settle_guild': 60_000,
    'POST /api/admin/roster/undo': 60_000,
    'POST /api/admin/setup/archive/:upload': 290_000,
    'POST /api/admin/setup/create': 120_000,
    'POST /api/admin/setup/restoration': 30_000,
    'POST /api/admin/setup/restore': 290_000,
    'POST /api/admin/system/examine': 20_000,
    'POST /api/admin/task/bulk': 60_000,
    'POST /api/admin/task/spread': 60_000,
    'POST /api/files': 290_000,
    'POST /api/user/identity_finish': 12_000,
    'POST /api/user/identity_link': 12_000,
    'POST /api/user/provider_begin': 12_000,
    'POST /api/user/provider_enter': 12_000,
  })
})
