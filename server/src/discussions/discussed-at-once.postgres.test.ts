import { discussionsAdmin } from '@tongchuang/contract/discussions.admin.ts'
import { discussions } from '@tongchuang/contract/discussions.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aGuild, aPersonIn } from '../guilds/factory.ts'
import { aTask } from '../tasks/factory.ts'
import { meeting } from '../testing/meeting.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { aPost } from './factory.ts'

let school: School
beforeAll(async () => {
  school = await testApp()
})
afterAll(() => school.close())

test('a third report that arrives while staff decide counts, and so does the decision', async () => {
  const { db } = school.app
  const guild = await aGuild(db)
  const teacher = await aPersonIn(db, { guild_id: guild.id, role: 'teacher' })
  const people: { id: number }[] = []
  for (let n = 0; n < 4; n += 1) people.push(await aPersonIn(db, { guild_id: guild.id, role: 'student' }))
  const task = await aTask(db, { guild_id: guild.id })
  const post = await aPost(db, task, { user_id: people[0]!.id })
  const reportBy = (who: number) => () =>
    school.as(people[who]!)(discussions.report, { target: 'discussion', id: post.id, reason: 'abuse' })
  await reportBy(1)()
  await reportBy(2)()
  const { id } = await db.selectFrom('reports').select('id').where('target_id', '=', post.id).executeTakeFirstOrThrow()
  const decide = () =>
    school.as(teacher, { audience: 'admin', role: 'teacher' })(discussionsAdmin.decide, { id, decision: 'keep' })
  const holdPost = (holder: typeof db) =>
    holder.selectFrom('discussions').select('id').where('id', '=', post.id).forUpdate().execute()
  expect(await meeting(db, holdPost, [reportBy(3), decide])).toEqual(['done', 'done'])
})

test('a reply sent again while the first is still processed is stored once, with the same answer', async () => {
  const { db } = school.app
  const guild = await aGuild(db)
  const teacher = await aPersonIn(db, { guild_id: guild.id, role: 'teacher' })
  const asker = await aPersonIn(db, { guild_id: guild.id, role: 'student' })
  const task = await aTask(db, { guild_id: guild.id })
  const { id: parent_id } = await aPost(db, task, { user_id: asker.id })
  const said = { task_id: task.id, parent_id, content: '看第二节', key: 'one-press' }
  const reply = () => school.as(teacher, { audience: 'admin', role: 'teacher' })(discussionsAdmin.reply, said)
  const holdQuestion = (holder: typeof db) =>
    holder.selectFrom('discussions').select('id').where('id', '=', parent_id).forUpdate().execute()
  expect(await meeting(db, holdQuestion, [reply, reply])).toEqual(['done', 'done'])
  const replies = await db.selectFrom('discussions').select('id').where('parent_id', '=', parent_id).execute()
  expect(replies).toHaveLength(1)
})
