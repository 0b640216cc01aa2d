import { taskListsAdmin } from '@tongchuang/contract/task-lists.admin.ts'
import { expect, test } from 'vitest'
import { aUser } from '../../accounts/factory.ts'
import { aGuild, aMember } from '../../guilds/factory.ts'
import { testApp } from '../../testing/test-app.ts'
import { aTask } from '../factory.ts'

const oneDay = 24 * 3_600_000

test('a teacher who shifts all tasks of a term on a busy machine is told how each of them went', async () => {
  const school = await testApp({ budget: 560 })
  const { db } = school.app
  const { teacher, ids } = await db.transaction().execute(async (db) => {
    const guild = await aGuild(db)
    const teacher = await aUser(db, { roles: ['teacher'] })
    await aMember(db, { guild_id: guild.id, user_id: teacher.id, role: 'teacher' })
    const ids: number[] = []
    for (let at = 0; at < 100; at += 1)
      ids.push((await aTask(db, { guild_id: guild.id, due_at: school.clock.now() + 30 * oneDay })).id)
    return { teacher, ids }
  })
  const send = school.as(teacher, { audience: 'admin', role: 'teacher' })
  const { changed, refused } = await send(taskListsAdmin.bulk, { ids, act: 'shift', days: 7 })
  expect([changed.length, refused]).toEqual([100, []])
  await school.close()
})
