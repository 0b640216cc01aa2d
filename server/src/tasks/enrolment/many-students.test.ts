import { tasksAdmin } from '@tongchuang/contract/tasks.admin.ts'
import { expect, test } from 'vitest'
import { aUser } from '../../accounts/factory.ts'
import { aGuild, aMember } from '../../guilds/factory.ts'
import { testApp } from '../../testing/test-app.ts'
import { anEnrolment, aTask } from '../factory.ts'

// As many for this call's short time as 500 are for three seconds.
const many = 150

test('a teacher gives a year more time and an excuse at once, however long that takes', async () => {
  const school = await testApp({ budget: 560 })
  const { db } = school.app
  const { teacher, task, user_ids } = await db.transaction().execute(async (db) => {
    const guild = await aGuild(db)
    const teacher = await aUser(db, { roles: ['teacher'] })
    await aMember(db, { guild_id: guild.id, user_id: teacher.id, role: 'teacher' })
    const task = await aTask(db, { guild_id: guild.id })
    const user_ids: number[] = []
    for (let at = 0; at < many; at += 1) {
      const student = await aUser(db)
      await aMember(db, { guild_id: guild.id, user_id: student.id })
      await anEnrolment(db, task, { user_id: student.id, state: at % 2 === 0 ? 'doing' : 'expired' })
      user_ids.push(student.id)
    }
    return { teacher, task, user_ids }
  })
  const send = school.as(teacher, { audience: 'admin', role: 'teacher' })
  const until = new Date(school.clock.now() + 10 * 24 * 3_600_000).toISOString()
  const given = { task_id: task.id, user_ids, reason: '全年级去春游' }
  expect(await send(tasksAdmin.extend, { ...given, until })).toHaveLength(many)
  expect(await send(tasksAdmin.excuse, given)).toHaveLength(many)
  await school.close()
})
