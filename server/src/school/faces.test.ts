import { guildPeople } from '@tongchuang/contract/guild-people.admin.ts'
import { guildsAdmin } from '@tongchuang/contract/guilds.admin.ts'
import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import { notesAdmin } from '@tongchuang/contract/notes.admin.ts'
import { schoolAdmin } from '@tongchuang/contract/school.admin.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aGuild, aMember } from '../guilds/factory.ts'
import { aNote } from '../reviews/notes/factory.ts'
import { aStudentAtWork, aSubmission } from '../submissions/factory.ts'
import { testApp, type School } from '../testing/test-app.ts'

const head = '12345012345'
let school: School
beforeAll(async () => {
  school = await testApp()
})
afterAll(() => school.close())

test('staff meet everybody with the head they composed: members, colleagues, who asks to join, who is late, who handed in', async () => {
  const { db } = school.app
  const now = school.clock.now()
  const student = await aUser(db, { head })
  const { guild, task, row } = await aStudentAtWork(db, {
    student,
    task: { due_at: now - 3_600_000 },
    row: { state: 'returned', return_due_at: now - 60_000 },
  })
  const teacher = await aUser(db, { head, roles: ['teacher'] })
  await aMember(db, { guild_id: guild.id, user_id: teacher.id, role: 'teacher' })
  const other = await aGuild(db)
  await aMember(db, { guild_id: other.id, user_id: teacher.id, role: 'teacher' })
  await aMember(db, { guild_id: other.id, user_id: student.id, status: 'pending' })
  const work = await aSubmission(db, row, { submitted_at: now })
  await aNote(db, {
    task_id: task.id,
    student_id: student.id,
    guild_id: guild.id,
    enrolment_id: row.id,
    author_id: student.id,
  })

  const send = school.as(teacher, { audience: 'admin', role: 'teacher' })
  const in_guild = { guild_id: guild.id }
  const drawn = { avatar: `head:${head}` }
  expect((await send(guildPeople.members, in_guild)).list).toMatchObject([drawn])
  expect(await send(guildPeople.staff, in_guild)).toMatchObject([drawn])
  expect((await send(guildsAdmin.joinRequests, { guild_id: other.id })).list).toMatchObject([drawn])
  expect((await send(schoolAdmin.home)).missing.people).toMatchObject([drawn])
  expect((await send(reviewsAdmin.open, { submit_id: work.id })).student).toMatchObject(drawn)
  expect((await send(notesAdmin.waiting, {})).list).toMatchObject([{ student: drawn }])
})
