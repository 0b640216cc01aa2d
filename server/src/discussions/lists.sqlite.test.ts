import { discussions } from '@tongchuang/contract/discussions.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aGuild, aMember } from '../guilds/factory.ts'
import { aTask } from '../tasks/factory.ts'
import { waysOver } from '../testing/plans.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { aPost } from './factory.ts'

let school: School
beforeAll(async () => {
  school = await testApp()
})
afterAll(() => school.close())

test('the questions of a task are read and counted in their index, and what their reader has reported is looked up once', async () => {
  const { db } = school.app
  const guild = await aGuild(db)
  const task = await aTask(db, { guild_id: guild.id })
  const student = await aUser(db)
  await aMember(db, { guild_id: guild.id, user_id: student.id })
  for (let at = 0; at < 3; at += 1) await aPost(db, task, { user_id: student.id })
  const ask = () => school.as(student)(discussions.list, { task_id: task.id, limit: 2 })
  const ways = await waysOver(school, 'd', ask)
  expect(ways).toHaveLength(3)
  for (const way of ways) expect(way).toMatch(/INDEX discussions_new \(task_id=\?\)/)
  const reports = await waysOver(school, 'mine', ask)
  const looked = reports.filter((way) => way.includes('reports'))
  expect(looked).toHaveLength(3)
  for (const way of looked) expect(way).toBe('SEARCH mine USING COVERING INDEX reports_by (reporter_id=? AND target=?)')
})

test('questions without a reply are counted to a hundred', async () => {
  const { db } = school.app
  const guild = await aGuild(db)
  const task = await aTask(db, { guild_id: guild.id })
  const student = await aUser(db)
  await aMember(db, { guild_id: guild.id, user_id: student.id })
  for (let at = 0; at < 101; at += 1) await aPost(db, task, { user_id: student.id })
  expect(await school.as(student)(discussions.list, { task_id: task.id })).toMatchObject({
    unanswered: 100,
    count: 101,
    total: 101,
  })
})
