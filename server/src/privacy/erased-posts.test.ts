import { privacyAdmin } from '@tongchuang/contract/privacy.admin.ts'
import { privacy } from '@tongchuang/contract/privacy.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aPost } from '../discussions/factory.ts'
import { countUnanswered } from '../discussions/store.ts'
import { aGuild, aMember } from '../guilds/factory.ts'
import { aboutJoining } from '../guilds/rules.ts'
import { notify } from '../messages/store.ts'
import { samplePassword } from '../sample-password.ts'
import { aTask } from '../tasks/factory.ts'
import { testApp, type School } from '../testing/test-app.ts'

const day = 24 * 3_600_000
let school: School
let student: { id: number }
let guild: { id: number }
beforeEach(async () => {
  school = await testApp()
  student = await aUser(school.app.db, { password: samplePassword })
  guild = await aGuild(school.app.db)
})
afterEach(() => school.close())

const erased = async () => {
  const head = await aUser(school.app.db, { roles: ['admin'] })
  await school.as(student)(privacy.askDeletion, { action: 'ask', password: samplePassword, reason: '转学了' })
  await school.as(head, { audience: 'admin', role: 'admin' })(privacyAdmin.approve, { user_id: student.id })
  school.clock.move(31 * day)
  await school.app.jobs.run('privacy.erase')
}

test('a question waits for an answer again when the student who gave its only one is erased', async () => {
  const { db, jobs } = school.app
  const mate = await aUser(db)
  for (const { id } of [student, mate]) await aMember(db, { guild_id: guild.id, user_id: id })
  const task = await aTask(db, { guild_id: guild.id })
  const theirs = await aPost(db, task, { user_id: mate.id })
  await aPost(db, task, { user_id: student.id, parent_id: theirs.id, answer_rank: 0 })
  const own = await aPost(db, task, { user_id: student.id })
  await aPost(db, task, { user_id: student.id, parent_id: own.id })
  const answered = await aPost(db, task, { user_id: student.id })
  await aPost(db, task, { user_id: mate.id, parent_id: answered.id })
  await erased()
  expect(await countUnanswered(db, task.id)).toBe(1)
  await jobs.run('discussions.sweep')
  const posts = await db
    .selectFrom('discussions')
    .select(['id', 'reply_count', 'heat', 'answer_rank'])
    .where('parent_id', 'is', null)
    .orderBy('id')
    .execute()
  expect(posts.filter(({ id }) => id !== own.id)).toEqual([
    { id: theirs.id, reply_count: 0, heat: 0, answer_rank: 1 },
    { id: answered.id, reply_count: 1, heat: 1, answer_rank: 1 },
  ])
  const { discussion_count } = await db.selectFrom('tasks').select('discussion_count').executeTakeFirstOrThrow()
  expect(discussion_count).toBe(2)
})

test('whoever waits to be let in and is erased waits no more, nor do the staff have them in their box', async () => {
  const { db } = school.app
  const teacher = await aUser(db, { roles: ['teacher'] })
  await aMember(db, { guild_id: guild.id, user_id: teacher.id, role: 'teacher' })
  await aMember(db, {
    guild_id: guild.id,
    user_id: student.id,
    status: 'pending',
    joined_at: null,
    message: '我是林雨桐',
  })
  await notify(db, {
    user_id: teacher.id,
    type: 'todo',
    kind: 'join.asked',
    data: { guild: '代码工坊', student: '林雨桐', message: '我是林雨桐' },
    about: aboutJoining(guild.id, student.id),
    guild_id: guild.id,
    now: school.clock.now(),
  })
  await erased()
  const rows = await db.selectFrom('guild_members').select('status').where('user_id', '=', student.id).execute()
  expect(rows).toEqual([])
  expect(await db.selectFrom('messages').select('kind').where('user_id', '=', teacher.id).execute()).toEqual([])
})
