import { anthologiesAdmin } from '@tongchuang/contract/anthologies.admin.ts'
import { anthologies, mostOfIssue } from '@tongchuang/contract/anthologies.ts'
import { guildSettings } from '@tongchuang/contract/guild-settings.admin.ts'
import { headByName, headCode } from '@tongchuang/contract/heads.ts'
import { works } from '@tongchuang/contract/works.ts'
import { worksAdmin } from '@tongchuang/contract/works.admin.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aMember } from '../guilds/factory.ts'
import { guildName } from '../guilds/store.ts'
import { anEnrolment, aTask } from '../tasks/factory.ts'
import { aStudentAtWork, aSubmission } from '../submissions/factory.ts'
import { reasonOf } from '../testing/refusal.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { hideFrom } from './store.ts'

let school: School

beforeEach(async () => {
  school = await testApp()
})
afterEach(() => school.close())

const october = Date.parse('2026-10-05T02:00:00Z')
type Given = { task?: object; row?: object; version?: object; guild?: object }

/** An excellent work of October that its author shares with the guild, unless something is given that keeps it out. */
const anExcellentWork = async (given: Given = {}) => {
  const { db } = school.app
  const past = school.clock.now() - 3_600_000
  const { student, guild, task, row } = await aStudentAtWork(db, {
    task: { due_at: past, close_at: past, ...given.task },
    row: { state: 'passed', ...given.row },
  })
  const since = Date.parse('2026-08-20T00:00:00Z')
  await db
    .updateTable('guilds')
    .set({ created_at: since, ...given.guild })
    .where('id', '=', guild.id)
    .execute()
  const { id } = await aSubmission(db, row, {
    ...{ status: 'released', share: 'guild', featured: true, featured_reason: '光很安静', submitted_at: october },
    ...{ title: '夜空', content: '星星**很多**', ...given.version },
  })
  const [mate, teacher] = [await aUser(db), await aUser(db, { roles: ['teacher'] })]
  await aMember(db, { guild_id: guild.id, user_id: mate.id })
  await aMember(db, { guild_id: guild.id, user_id: teacher.id, role: 'teacher' })
  return { student, guild, task, row, id, mate, teacher }
}
const readBy = (user: { id: number }, guild: { id: number }, month?: string) =>
  school.as(user)(anthologies.issue, { guild_id: guild.id, ...(month && { month }) })
const asTeacher = (teacher: { id: number }) => school.as(teacher, { audience: 'admin', role: 'teacher' })
const titles = ({ works }: { works: readonly { title: string }[] }) => works.map(({ title }) => title)

test('the members of a guild read the excellent works of a month that are shared, with the author and why each was picked', async () => {
  const { student, guild, task, id, mate, teacher } = await anExcellentWork()
  await school.app.db
    .updateTable('users')
    .set({ nickname: '林雨桐', head: 'aa' })
    .where('id', '=', student.id)
    .execute()
  const issue = await readBy(mate, guild)
  expect(issue).toMatchObject({
    ...{
      guild_id: guild.id,
      name: await guildName(school.app.db, guild.id),
      month: '2026-10',
      first_month: '2026-08',
      last_month: '2026-10',
    },
    ...{ member_count: 2, more: false },
    works: [
      {
        ...{ id, task_id: task.id, task_title: task.title, title: '夜空', author: '林雨桐', form: 'text' },
        ...{ content: '星星**很多**', reason: '光很安静', submitted_at: new Date(october).toISOString() },
        ...{ cover_url: null, cover_ratio: null },
      },
    ],
  })
  expect(await asTeacher(teacher)(anthologiesAdmin.issue, { guild_id: guild.id })).toEqual(issue)
})

test('the cover has a head for each student and nobody’s name or picture; who left and who teaches is not on it', async () => {
  const { student, guild, mate } = await anExcellentWork()
  const { db } = school.app
  const code = headCode({ ...headByName('甲'), hair: 10 })
  await db.updateTable('users').set({ head: code }).where('id', '=', student.id).execute()
  await db
    .updateTable('users')
    .set({ nickname: '周予安', ranking_visibility: 'hidden' })
    .where('id', '=', mate.id)
    .execute()
  await aMember(db, { guild_id: guild.id, user_id: (await aUser(db)).id, status: 'left' })
  const { heads, member_count } = await readBy(mate, guild)
  expect({ heads, member_count }).toEqual({ heads: [code, headCode(headByName('周予安'))], member_count: 2 })
})

const later = Date.parse('2026-10-21T00:00:00Z')
test.each<[string, Given]>([
  ['is shared with nobody', { version: { share: 'none' } }],
  ['waits for staff to let it be shared', { version: { share_state: 'waiting' } }],
  ['was not let be shared', { version: { share_state: 'refused' } }],
  ['was hidden by staff', { version: { hidden: true } }],
  ['is not excellent', { version: { featured: false } }],
  ['has a held result', { version: { status: 'reviewed' }, row: { state: 'submitted' } }],
  ['waits', { version: { status: 'sealed' }, row: { state: 'submitted' } }],
  ['was taken back', { version: { status: 'withdrawn' } }],
  ['was returned', { row: { state: 'returned' } }],
  ['is of a task that goes on', { task: { due_at: later, close_at: later } }],
  ['is of a task in the bin', { task: { status: 'trashed' } }],
  ['is of a guild without a gallery', { guild: { gallery: false } }],
])('an issue has no work that %s, for students as for staff', async (_, given) => {
  const { guild, mate, teacher, student } = await anExcellentWork(given)
  for (const reader of [mate, student]) expect(titles(await readBy(reader, guild, '2026-10'))).toEqual([])
  expect(titles(await asTeacher(teacher)(anthologiesAdmin.issue, { guild_id: guild.id, month: '2026-10' }))).toEqual([])
})

test('who has passed a task that goes on sees its works in the gallery, and in no issue: it is printed for everybody', async () => {
  const { guild, task, mate, id } = await anExcellentWork({ task: { due_at: later, close_at: later } })
  await anEnrolment(school.app.db, task, { user_id: mate.id, state: 'passed' })
  expect((await school.as(mate)(works.list, { guild_id: guild.id })).list.map((work) => work.id)).toEqual([id])
  expect(titles(await readBy(mate, guild, '2026-10'))).toEqual([])
})

test('a work leaves the issue when its author shares it no more, and when its mark is taken back', async () => {
  const { guild, mate, student, id, teacher } = await anExcellentWork({ version: { featured: false } })
  const as = asTeacher(teacher)
  await as(worksAdmin.pick, { submit_id: id, reason: '好' })
  expect(titles(await readBy(mate, guild))).toEqual(['夜空'])
  await school.as(student)(works.share, { submit_id: id, share: 'none' })
  expect(titles(await readBy(mate, guild, '2026-10'))).toEqual([])
  await school.as(student)(works.share, { submit_id: id, share: 'guild' })
  expect(titles(await readBy(mate, guild))).toEqual(['夜空'])
  await as(worksAdmin.unpick, { submit_id: id })
  expect(titles(await readBy(mate, guild, '2026-10'))).toEqual([])
})

test('an author who is not in the rankings has no name in it, and who reported a work does not find it again', async () => {
  const { guild, mate, student, id } = await anExcellentWork()
  const { db } = school.app
  await db.updateTable('users').set({ ranking_visibility: 'anonymous' }).where('id', '=', student.id).execute()
  expect((await readBy(mate, guild)).works).toMatchObject([{ title: '夜空', author: '' }])
  await hideFrom(db, { submission_id: id, user_id: mate.id, created_at: october })
  expect(titles(await readBy(mate, guild, '2026-10'))).toEqual([])
  expect(titles(await readBy(student, guild, '2026-10'))).toEqual(['夜空'])
})

test('a month is the school’s: what was handed in at its last midnight belongs to the next', async () => {
  const { guild, mate, row, id } = await anExcellentWork()
  const { db } = school.app
  // In Shanghai it is eight hours later.
  const midnight = Date.parse('2026-09-30T16:00:00Z')
  const at = (submitted_at: number) =>
    db.updateTable('submissions').set({ submitted_at }).where('id', '=', id).execute()
  await at(midnight)
  expect(titles(await readBy(mate, guild, '2026-10'))).toEqual(['夜空'])
  await at(midnight - 1)
  expect(titles(await readBy(mate, guild, '2026-10'))).toEqual([])
  expect(titles(await readBy(mate, guild, '2026-09'))).toEqual(['夜空'])
  // Without a month it opens at the last one with a work in it.
  expect((await readBy(mate, guild)).month).toBe('2026-09')
  await db.deleteFrom('submissions').where('enrolment_id', '=', row.id).execute()
  expect(await readBy(mate, guild)).toMatchObject({ month: '2026-10', works: [] })
})

test('an issue holds sixty works, the first of the month, and says that there are more; of a text it holds the beginning', async () => {
  const { guild, mate, student, task } = await anExcellentWork({ version: { content: '长'.repeat(5_000) } })
  const { db } = school.app
  for (let at = 1; at <= mostOfIssue.works; at += 1) {
    const next = await aTask(db, { guild_id: guild.id, due_at: october, close_at: october })
    const row = await anEnrolment(db, next, { user_id: student.id, state: 'passed' })
    await aSubmission(db, row, {
      ...{ status: 'released', share: 'guild', featured: true, submitted_at: october + at, title: `第${at}件` },
    })
  }
  const issue = await readBy(mate, guild)
  expect(issue.more).toBe(true)
  expect(issue.works).toHaveLength(mostOfIssue.works)
  expect(issue.works[0]).toMatchObject({ task_id: task.id, content: '长'.repeat(mostOfIssue.letters + 1) })
})

test('who is not in the guild, and staff of another, are told nothing of it; a month that there is not is refused', async () => {
  const { guild, mate } = await anExcellentWork()
  const { teacher: other } = await anExcellentWork()
  const stranger = await aUser(school.app.db)
  expect(await reasonOf(readBy(stranger, guild))).toBe('NOT_FOUND')
  expect(await reasonOf(asTeacher(other)(anthologiesAdmin.issue, { guild_id: guild.id }))).toBe('NOT_FOUND')
  expect(await reasonOf(asTeacher(other)(guildSettings.detail, { guild_id: guild.id }))).toBe('NOT_FOUND')
  for (const month of ['2026-13', '2026-1', '1999-10', '2026-10-01', '十月'])
    expect(await reasonOf(readBy(mate, guild, month))).toBe('INVALID')
})
