import { discussions } from '@tongchuang/contract/discussions.ts'
import { discussionsAdmin } from '@tongchuang/contract/discussions.admin.ts'
import { messages } from '@tongchuang/contract/messages.ts'
import { worksAdmin } from '@tongchuang/contract/works.admin.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aGuild, aMember } from '../guilds/factory.ts'
import { aNote } from '../reviews/notes/factory.ts'
import { aSubmission } from '../submissions/factory.ts'
import { anEnrolment, aTask } from '../tasks/factory.ts'
import { testApp, type School } from '../testing/test-app.ts'

let school: School
let guild: { id: number }
let author: { id: number }
let reporter: { id: number }
beforeEach(async () => {
  school = await testApp()
  guild = await aGuild(school.app.db)
  ;[author, reporter] = [await aStudent(), await aStudent()]
})
afterEach(() => school.close())

const aStudent = async () => {
  const person = await aUser(school.app.db)
  await aMember(school.app.db, { guild_id: guild.id, user_id: person.id })
  return person
}
const aTeacher = async () => {
  const person = await aUser(school.app.db, { roles: ['teacher'] })
  await aMember(school.app.db, { guild_id: guild.id, user_id: person.id, role: 'teacher' })
  return { id: person.id, send: school.as(person, { audience: 'admin', role: 'teacher' }) }
}
/** The open report about a thing, as each of two teachers has it on the screen. */
const reported = async (target: 'submit' | 'note', id: number, by = reporter) => {
  await school.as(by)(discussions.report, { target, id, reason: 'other' })
  const teachers = [await aTeacher(), await aTeacher()] as const
  const [open] = (await teachers[1].send(discussionsAdmin.reports, {})).list
  const keep = () => teachers[1].send(discussionsAdmin.decide, { id: open!.id, decision: 'keep' })
  const hide = (which: 0 | 1, reason: string) =>
    teachers[which].send(discussionsAdmin.decide, { id: open!.id, decision: 'hide', reason })
  return { teachers, keep, hide }
}
const boxOf = async (person: { id: number }) =>
  (await school.as(person)(messages.list, {})).list.map(({ content }) => content)

const aSharedWork = async () => {
  const { db } = school.app
  const task = await aTask(db, { guild_id: guild.id, status: 'closed' })
  const row = await anEnrolment(db, task, { user_id: author.id, state: 'passed' })
  const { id } = await aSubmission(db, row, { status: 'released', share: 'guild', title: '合影' })
  const isHidden = async () =>
    !!(await db.selectFrom('submissions').select('hidden').where('id', '=', id).executeTakeFirstOrThrow()).hidden
  return { id, isHidden }
}

test('a work that one teacher hid stays hidden when another keeps it on an outdated list, and the answer says hidden', async () => {
  const { id, isHidden } = await aSharedWork()
  const { keep, hide } = await reported('submit', id)
  expect(await hide(0, '照片里有同学的脸')).toEqual({ status: 'hidden', answered: 1 })
  expect(await keep()).toEqual({ status: 'hidden', answered: 0 })
  expect(await isHidden()).toBe(true)
})

test('a work that one teacher kept is not hidden by another who had the report open, and its student is told nothing', async () => {
  const { id, isHidden } = await aSharedWork()
  const { keep, hide } = await reported('submit', id)
  await keep()
  expect(await hide(0, '看不清')).toEqual({ status: 'kept', answered: 0 })
  expect([await isHidden(), await boxOf(author)]).toEqual([false, []])
})

test('a student whose work two teachers hide reads one reason', async () => {
  const { id } = await aSharedWork()
  const { hide } = await reported('submit', id)
  await hide(0, '照片里有同学的脸')
  await hide(1, '有门牌')
  expect(await boxOf(author)).toEqual(['「合影」：照片里有同学的脸'])
})

test('a work hidden from the list of works stays hidden when the report about it is answered with keep', async () => {
  const { id, isHidden } = await aSharedWork()
  const { teachers, keep } = await reported('submit', id)
  await teachers[0].send(worksAdmin.hide, { submit_id: id, reason: '照片里有门牌' })
  expect(await keep()).toEqual({ status: 'kept', answered: 1 })
  expect(await isHidden()).toBe(true)
})

test('a note that one teacher hid stays hidden when another keeps it on an outdated list', async () => {
  const { db } = school.app
  const task = await aTask(db, { guild_id: guild.id })
  const row = await anEnrolment(db, task, { user_id: author.id, state: 'passed' })
  const replier = await aTeacher()
  const note = await aNote(db, {
    ...{ task_id: task.id, student_id: author.id, guild_id: guild.id, enrolment_id: row.id },
    ...{ author_id: replier.id, role: 'teacher', content: '怎么又写成这样' },
  })
  const { keep, hide } = await reported('note', note.id, author)
  await hide(0, '请友善一点')
  expect(await keep()).toEqual({ status: 'hidden', answered: 0 })
  const stored = await db
    .selectFrom('submission_notes')
    .select('hidden_at')
    .where('id', '=', note.id)
    .executeTakeFirstOrThrow()
  expect(stored.hidden_at).not.toBeNull()
})
