import { submissions } from '@tongchuang/contract/submissions.ts'
import { studentTask } from '@tongchuang/contract/student-task.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../../accounts/factory.ts'
import { aGuild, aMember } from '../../guilds/factory.ts'
import { testApp, type School } from '../../testing/test-app.ts'
import { anEnrolment, aTask } from '../factory.ts'

let school: School
beforeEach(async () => {
  school = await testApp()
})
afterEach(() => school.close())

test('students who hand in while their class is reminded have no reminder left', async () => {
  const { db } = school.app
  const guild = await aGuild(db)
  const task = await aTask(db, { guild_id: guild.id, due_at: school.clock.now() + 3_600_000 })
  const handing = []
  for (let one = 0; one < 20; one += 1) {
    const { id: user_id } = await aUser(db)
    await aMember(db, { guild_id: guild.id, user_id })
    await anEnrolment(db, task, { user_id })
    const send = school.as(user_id)
    await send(studentTask.detail, { id: task.id })
    handing.push(() => send(submissions.submit, { task_id: task.id, content: '写完了。', key: 'first-version' }))
  }
  await Promise.all([school.app.jobs.run('tasks.remind'), ...handing.map((handIn) => handIn())])
  const left = await db.selectFrom('messages').select('user_id').where('kind', '=', 'task.due_soon').execute()
  expect(left).toEqual([])
})
