import { messages } from '@tongchuang/contract/messages.ts'
import { profile } from '@tongchuang/contract/profile.ts'
import type { Send } from '@tongchuang/contract/sender.ts'
import { studentTask } from '@tongchuang/contract/student-task.ts'
import { tasks } from '@tongchuang/contract/tasks.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aStudentAtWork } from './submissions/factory.ts'
import { countQueries } from './testing/count-queries.ts'
import { testApp, type School } from './testing/test-app.ts'

let school: School
let send: Send
let task_id = 0

beforeAll(async () => {
  school = await testApp()
  const { student, task } = await aStudentAtWork(school.app.db, { task: { title: '观察日记' } })
  send = school.as(student)
  task_id = task.id
})
afterAll(() => school.close())

// What a district's students ask for all day: each statement is a way to the database and back. With the one of the session.
test.each<[call: string, statements: number, ask: () => Promise<unknown>]>([
  ['who I am', 2, () => send(profile.get)],
  ['what is unread', 2, () => send(messages.unread)],
  ['what I am working on', 3, () => send(tasks.listDoing, { limit: 20 })],
  ['the tasks of all my guilds', 3, () => send(tasks.listByGuild, { limit: 20 })],
  ['one task', 13, () => send(studentTask.detail, { id: task_id })],
])('%s is asked in %i statements', async (_, statements, ask) => {
  // Once uncounted: a session is opened at the first call. Settings are read every few seconds, so not in both of two.
  await ask()
  const first = await countQueries(school, ask)
  expect(Math.min(first, await countQueries(school, ask))).toBe(statements)
})
