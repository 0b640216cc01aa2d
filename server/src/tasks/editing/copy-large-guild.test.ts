import { taskEditing } from '@tongchuang/contract/task-editing.admin.ts'
import { taskListsAdmin, termsAdmin } from '@tongchuang/contract/task-lists.admin.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aGuild, aPersonIn } from '../../guilds/factory.ts'
import { testApp, type School } from '../../testing/test-app.ts'
import { aTask } from '../factory.ts'
import { putKeys } from '../questions/key-store.ts'

const tasks = 184
const questionsOfEach = 60

let school: School
beforeAll(async () => {
  school = await testApp()
})
afterAll(() => school.close())

test('a teacher copies a guild with eleven thousand questions into its next term, each with its key', async () => {
  const { db } = school.app
  const guild = await aGuild(db, { name: '每日听写' })
  const teacher = await aPersonIn(db, { guild_id: guild.id, role: 'teacher' })
  const asked = Array.from({ length: questionsOfEach }, (_, at) => ({ id: `q${at}`, label: `第${at + 1}题` }))
  const questions = JSON.stringify(asked.map((one) => ({ ...one, kind: 'blank', required: false, points: 1 })))
  const keys = asked.map(({ id }) => ({ question_id: id, accepted: [id], tolerance: 0, explanation: '' }))
  await db.transaction().execute(async (db) => {
    for (let at = 0; at < tasks; at += 1)
      await putKeys(db, (await aTask(db, { guild_id: guild.id, questions })).id, keys)
  })
  const staff = school.as(teacher, { audience: 'admin', role: 'teacher' })
  const made = await staff(termsAdmin.copyGuild, { guild_id: guild.id, name: '每日听写（下）', days: 150 })
  expect(made.tasks).toBe(tasks)
  const { list } = await staff(taskListsAdmin.tasks, { guild_id: made.guild_id, limit: 1 })
  const copy = await staff(taskEditing.form, { id: list[0]?.id ?? 0 })
  expect(copy.keys.map(({ accepted }) => accepted)).toEqual(asked.map(({ id }) => [id]))
})
