import { messages } from '@tongchuang/contract/messages.ts'
import { taskEditing } from '@tongchuang/contract/task-editing.admin.ts'
import { tasksAdmin } from '@tongchuang/contract/tasks.admin.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../../accounts/factory.ts'
import { aMember } from '../../guilds/factory.ts'
import { staffedGuild, taskWriting } from '../../testing/task-writing.ts'
import { testApp, type School } from '../../testing/test-app.ts'

let school: School
let guild: { id: number }
let teacher: { id: number }
beforeEach(async () => {
  school = await testApp()
  ;({ guild, teacher } = await staffedGuild(school))
})
afterEach(() => school.close())
const { staff, task } = taskWriting(() => ({ school, guild, teacher }))

const day = 24 * 3_600_000

test.each(['publish', 'open'] as const)(
  'a student hears nothing of more time for a task that became a draft again, until it comes out again by %s',
  async (act) => {
    const lin = await aUser(school.app.db)
    await aMember(school.app.db, { guild_id: guild.id, user_id: lin.id })
    const now = school.clock.now()
    const { id } = await task({ status: 'scheduled', title: '月考第二套卷', open_at: now + day, due_at: now + 2 * day })
    const until = new Date(now + 5 * day).toISOString()
    await staff()(tasksAdmin.extend, { task_id: id, user_ids: [lin.id], reason: '病假', until })
    const told = async () =>
      (await school.as(lin)(messages.list, {})).list.filter(({ kind }) => kind === 'task.extended')
    expect(await told()).toHaveLength(1)
    school.clock.move(60_000)
    await staff()(taskEditing.unpublish, { id })
    expect(await told()).toEqual([])
    school.clock.move(60_000)
    if (act === 'open') await staff()(tasksAdmin.open, { id })
    else await staff()(taskEditing.publish, { id })
    expect(await told()).toHaveLength(1)
  },
)
