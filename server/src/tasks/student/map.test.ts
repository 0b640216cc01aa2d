import { studentTask } from '@tongchuang/contract/student-task.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aUser } from '../../accounts/factory.ts'
import { aGuild, aMember } from '../../guilds/factory.ts'
import { firstBell, testApp, type School } from '../../testing/test-app.ts'
import { aChapter } from '../factory.ts'
import { studentTasks, titles } from '../../testing/student-tasks.ts'

const now = firstBell

let school: School
let guild: { id: number; name: string }
let student: { id: number }
beforeAll(async () => {
  school = await testApp()
})
beforeEach(async () => {
  school.clock.set(firstBell)
  guild = await aGuild(db())
  student = await aUser(db())
  await aMember(db(), { guild_id: guild.id, user_id: student.id })
})
afterAll(() => school.close())

const { db, task, held, everyKind } = studentTasks(() => ({ school, guild, student }))

test('the map has the teacher’s chapters in order, with what is done in each', async () => {
  const [second, first] = [
    await aChapter(db(), { guild_id: guild.id, title: '二', sort_order: 2 }),
    await aChapter(db(), { guild_id: guild.id, title: '一', sort_order: 1 }),
  ]
  await aChapter(db(), { guild_id: guild.id, title: '空', sort_order: 3 })
  await task({ title: '乙', chapter_id: first.id, sort_order: 2, type: 'main' })
  await held('passed', { title: '甲', chapter_id: first.id, sort_order: 1 })
  await task({ title: '丙', chapter_id: second.id, min_level: 9 })
  await task({ title: '散', close_at: now })
  const send = school.as(student)
  const { tabs, groups } = await send(studentTask.menu, { guild_id: guild.id })
  expect(groups.map(({ title, count, done, children }) => [title, count, done, titles(children)])).toEqual([
    ['一', 2, 1, ['甲', '乙']],
    ['二', 1, 0, ['丙']],
    ['其他', 1, 0, ['散']],
  ])
  expect(groups[1]?.children[0]).toMatchObject({
    state: 'locked',
    locked: true,
    lock: [{ reason: 'LEVEL', text: '9' }],
  })
  expect(tabs).toEqual([
    { type: 'all', count: 4, open: 3 },
    { type: 'main', count: 1, open: 1 },
    { type: 'side', count: 3, open: 2 },
    { type: 'daily', count: 0, open: 0 },
    { type: 'event', count: 0, open: 0 },
  ])
  const mainOnly = await send(studentTask.menu, { guild_id: guild.id, type: '1' })
  expect(mainOnly.groups.map(({ title, children }) => [title, titles(children)])).toEqual([['一', ['乙']]])
  expect(mainOnly.tabs).toEqual(tabs)
})

test('without chapters the map is by state, in the reader’s language', async () => {
  await everyKind()
  const zh = await school.as(student)(studentTask.menu, { guild_id: guild.id })
  expect(zh.groups.map(({ title, count }) => [title, count])).toEqual([
    ['待修改', 1],
    ['进行中', 2],
    ['可接取', 2],
    ['待批阅', 1],
    ['已完成', 2],
    ['已放弃', 1],
    ['未解锁', 1],
    ['已过期', 2],
  ])
  const en = await school.as(student, { language: 'en-US' })(studentTask.menu, { guild_id: guild.id })
  expect(en.groups[0]?.title).toBe('To revise')
})
