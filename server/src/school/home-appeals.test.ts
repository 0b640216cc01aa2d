import { enteredResultsAdmin } from '@tongchuang/contract/entered-results.admin.ts'
import { reviews } from '@tongchuang/contract/reviews.ts'
import { schoolAdmin } from '@tongchuang/contract/school.admin.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aGuild, aMember } from '../guilds/factory.ts'
import { aTask } from '../tasks/factory.ts'
import { testApp, type School } from '../testing/test-app.ts'

let school: School
beforeEach(async () => {
  school = await testApp()
})
afterEach(() => school.close())

test('an appeal against an entered result that has waited for a day is named like one against a work', async () => {
  const { db } = school.app
  const guild = await aGuild(db)
  const [teacher, student] = [await aUser(db, { roles: ['teacher'] }), await aUser(db, { real_name: '林晓' })]
  await aMember(db, { guild_id: guild.id, user_id: teacher.id, role: 'teacher' })
  await aMember(db, { guild_id: guild.id, user_id: student.id })
  const task = await aTask(db, { guild_id: guild.id, channel: 'offline' })
  // A new session each time: one of the admin site is over after a day.
  const asTeacher = () => school.as(teacher, { audience: 'admin', role: 'teacher' })
  await asTeacher()(enteredResultsAdmin.set, { task_id: task.id, user_id: student.id, base_version: 0, score: 70 })
  const text = '请老师再听一遍我的录音，第二段我是读完了的。'
  await school.as(student)(reviews.appeal, { task_id: task.id, text })
  school.clock.move(25 * 3_600_000)
  const { anomalies } = await asTeacher()(schoolAdmin.home)
  expect(anomalies).toMatchObject([{ kind: 'appeal', task_title: task.title, people: ['林晓'] }])
})
