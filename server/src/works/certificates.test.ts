import { certificatesAdmin } from '@tongchuang/contract/certificates.admin.ts'
import { certificates } from '@tongchuang/contract/certificates.ts'
import { taskEditing } from '@tongchuang/contract/task-editing.admin.ts'
import { worksAdmin } from '@tongchuang/contract/works.admin.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { findAccount } from '../accounts/store.ts'
import { aMember } from '../guilds/factory.ts'
import { guildName } from '../guilds/store.ts'
import { release } from '../reviews/release.ts'
import { addResult } from '../reviews/store.ts'
import { aStudentAtWork, aSubmission } from '../submissions/factory.ts'
import { reasonOf } from '../testing/refusal.ts'
import { testApp, type School } from '../testing/test-app.ts'

let school: School

beforeEach(async () => {
  school = await testApp()
})
afterEach(() => school.close())

/** A passed work, its guild with a teacher, and an assistant for each part of the work. */
const aWork = async ({ version = {}, row: state = {} }: { version?: object; row?: object } = {}) => {
  const { db } = school.app
  const past = school.clock.now() - 3600_000
  const { student, guild, task, row } = await aStudentAtWork(db, {
    task: { due_at: past, close_at: past },
    row: { state: 'passed', ...state },
  })
  const { id } = await aSubmission(db, row, { status: 'released', share: 'none', title: '夜空', ...version })
  const staff = async (role: 'teacher' | 'assistant', switches = {}) => {
    const user = await aUser(db, { roles: [role] })
    await aMember(db, { guild_id: guild.id, user_id: user.id, role, ...switches })
    return { ...user, as: school.as(user, { audience: 'admin', role }) }
  }
  const [teacher, reviewing, admitting] = [
    await staff('teacher'),
    await staff('assistant', { can_review: true }),
    await staff('assistant', { can_admit: true }),
  ]
  return { student, guild, task, row, id, teacher, reviewing, admitting }
}
const later = () => school.clock.move(3_600_000)
const open = (user: { id: number }, submit_id: number) => school.as(user)(certificates.open, { submit_id })

test('the author of an excellent work opens its certificate, with one number however often, in two windows at once too', async () => {
  const { student, teacher, guild, task, id } = await aWork()
  await school.app.db.updateTable('users').set({ real_name: '林雨桐' }).where('id', '=', student.id).execute()
  await teacher.as(worksAdmin.pick, { submit_id: id, reason: '光很安静' })
  const [one, two] = await Promise.all([open(student, id), open(student, id)])
  expect(one).toMatchObject({
    ...{
      student: '林雨桐',
      title: '夜空',
      task_title: task.title,
      guild_name: await guildName(school.app.db, guild.id),
    },
    ...{ reason: '光很安静', by: teacher.nickname, at: new Date(school.clock.now()).toISOString() },
  })
  expect(one.number).toMatch(/^C-[0-9A-HJKMNP-TV-Z]{10}$/)
  expect(two.number).toBe(one.number)
  later()
  await teacher.as(worksAdmin.pick, { submit_id: id, reason: '光很安静，也很真' })
  expect(await open(student, id)).toMatchObject({ number: one.number, at: one.at, reason: '光很安静，也很真' })
})

test('nobody but its author opens a certificate, and there is none for a work that is not excellent', async () => {
  const { student, teacher, id } = await aWork({ version: { share: 'site' } })
  const mate = await aUser(school.app.db)
  expect(await reasonOf(open(student, id))).toBe('NOT_FOUND')
  await teacher.as(worksAdmin.pick, { submit_id: id, reason: '好' })
  expect(await reasonOf(open(mate, id))).toBe('NOT_FOUND')
  expect(await school.app.db.selectFrom('certificates').selectAll().execute()).toEqual([])
})

test('while a result is held, or a pick waits for a teacher, there is no certificate; with the release there is', async () => {
  const { student, teacher, reviewing, task, row, id } = await aWork({
    version: { status: 'reviewed' },
    row: { state: 'submitted' },
  })
  const { db } = school.app
  const result = await addResult(db, {
    ...{ submission_id: id, enrolment_id: row.id, reviewer_id: teacher.id, reviewer_role: 'teacher' },
    ...{ decision: 'pass', score: null, percent: null, percent_final: null, late_deduction: 0, marked_version: null },
    ...{ text: '', marks: '[]', criteria: '[]', status: 'held', return_due_at: null },
    ...{ created_at: school.clock.now(), released_at: null },
  })
  await teacher.as(worksAdmin.pick, { submit_id: id, reason: '好' })
  expect(await reasonOf(open(student, id))).toBe('NOT_FOUND')
  await teacher.as(worksAdmin.unpick, { submit_id: id })
  await reviewing.as(worksAdmin.pick, { submit_id: id, reason: '好' })
  const at = { actor_id: teacher.id, now: school.clock.now(), zone: 'Asia/Shanghai' }
  await db.transaction().execute((inside) => release(inside, task, result, at))
  await school.app.events.drain()
  expect(await reasonOf(open(student, id))).toBe('NOT_FOUND')
  await teacher.as(worksAdmin.pick, { submit_id: id })
  expect(await open(student, id)).toMatchObject({ by: reviewing.nickname })
})

test('staff of the guild look a number up as it is typed; who may not see the work is not told whose it is', async () => {
  const { student, teacher, admitting, guild, task, id } = await aWork()
  await teacher.as(worksAdmin.pick, { submit_id: id, reason: '好' })
  const { number, at } = await open(student, id)
  const typed = number
    .slice(2)
    .toLowerCase()
    .replace(/^(.{4})/, '$1 ')
  const found = {
    number,
    state: 'valid',
    withdrawn_at: null,
    guild_name: await guildName(school.app.db, guild.id),
    task_title: task.title,
    at,
  }
  expect(await teacher.as(certificatesAdmin.find, { number: typed })).toMatchObject({
    ...found,
    work: { submit_id: id, title: '夜空', nickname: (await findAccount(school.app.db, student.id))?.nickname },
  })
  expect(await admitting.as(certificatesAdmin.find, { number })).toMatchObject({ ...found, work: null })
  // During an upgrade a process of the version before writes no guild beside it.
  await school.app.db.updateTable('certificates').set({ guild_id: null }).where('number', '=', number).execute()
  expect(await admitting.as(certificatesAdmin.find, { number })).toMatchObject({ ...found, work: null })
})

test('a number of a guild one is not staff of is not found, like one that nobody was given', async () => {
  const { student, teacher, id } = await aWork()
  await teacher.as(worksAdmin.pick, { submit_id: id, reason: '好' })
  const { number } = await open(student, id)
  const elsewhere = await aWork()
  expect(await reasonOf(elsewhere.teacher.as(certificatesAdmin.find, { number }))).toBe('NOT_FOUND')
  expect(await reasonOf(teacher.as(certificatesAdmin.find, { number: 'C-0000000000' }))).toBe('NOT_FOUND')
  expect(await reasonOf(teacher.as(certificatesAdmin.find, { number: '——' }))).toBe('NOT_FOUND')
})

test('a pick that is taken back takes the certificate along and its number says so; another pick gives another number', async () => {
  const { student, teacher, id } = await aWork()
  await teacher.as(worksAdmin.pick, { submit_id: id, reason: '好' })
  const { number, at } = await open(student, id)
  later()
  await teacher.as(worksAdmin.unpick, { submit_id: id })
  expect(await reasonOf(open(student, id))).toBe('NOT_FOUND')
  const withdrawn = { state: 'withdrawn', withdrawn_at: new Date(school.clock.now()).toISOString(), at }
  expect(await teacher.as(certificatesAdmin.find, { number })).toMatchObject(withdrawn)
  later()
  await teacher.as(worksAdmin.pick, { submit_id: id, reason: '还是好' })
  const again = await open(student, id)
  expect(again.number).not.toBe(number)
  expect(await teacher.as(certificatesAdmin.find, { number: again.number })).toMatchObject({ state: 'valid' })
  expect(await teacher.as(certificatesAdmin.find, { number })).toMatchObject(withdrawn)
})

test('a number whose task was emptied from the bin stays taken: the staff of its guild read that it was withdrawn', async () => {
  const { student, teacher, guild, task, id } = await aWork()
  await teacher.as(worksAdmin.pick, { submit_id: id, reason: '好' })
  const { number, at } = await open(student, id)
  await teacher.as(taskEditing.trash, { id: task.id })
  school.clock.move(31 * 86_400_000)
  await school.app.jobs.run('tasks.bin')
  expect(await school.app.db.selectFrom('submissions').select('id').where('id', '=', id).execute()).toEqual([])
  const later = school.as(teacher, { audience: 'admin', role: 'teacher' })
  expect(await later(certificatesAdmin.find, { number })).toEqual({
    ...{ number, state: 'withdrawn', withdrawn_at: null, at, work: null },
    ...{ guild_id: guild.id, guild_name: await guildName(school.app.db, guild.id), task_id: null, task_title: '' },
  })
  const elsewhere = await aWork()
  expect(await reasonOf(elsewhere.teacher.as(certificatesAdmin.find, { number }))).toBe('NOT_FOUND')
})

test('whoever tries numbers is slowed down', async () => {
  await school.close()
  school = await testApp({ limits: true })
  const { teacher } = await aWork()
  const tries = Array.from({ length: 25 }, (_, at) => `C-00000000${String(at).padStart(2, '0')}`)
  const answers: string[] = []
  for (const number of tries) answers.push(await reasonOf(teacher.as(certificatesAdmin.find, { number })))
  expect(answers.filter((reason) => reason === 'TOO_FAST')).toHaveLength(5)
})
