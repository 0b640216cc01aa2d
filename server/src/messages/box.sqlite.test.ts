import { messages } from '@tongchuang/contract/messages.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { waysOver } from '../testing/plans.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { notify } from './store.ts'

let school: School
beforeAll(async () => {
  school = await testApp()
})
afterAll(() => school.close())

test('a full box is counted in its index and read in its order', async () => {
  const { db } = school.app
  const student = await aUser(db)
  for (let at = 0; at < 3; at += 1)
    await notify(db, {
      user_id: student.id,
      type: 'notice',
      kind: 'task.published',
      data: { task: '春天', guild: '诗社' },
      now: school.clock.now(),
    })
  const ways = await waysOver(school, 'messages', () => school.as(student)(messages.list, { limit: 2 }))
  expect(ways.map((way) => way.replace('SEARCH messages USING ', ''))).toEqual([
    'INDEX messages_box (user_id=? AND audience=?)',
    'COVERING INDEX messages_box (user_id=? AND audience=?)',
    'COVERING INDEX messages_box (user_id=? AND audience=?)',
  ])
})

test('unread messages are counted in their own index, however full the box is', async () => {
  const student = await aUser(school.app.db)
  const ways = await waysOver(school, 'messages', () => school.as(student)(messages.unread, {}))
  expect(ways).toHaveLength(3)
  for (const way of ways) expect(way).toMatch(/INDEX messages_unread \(user_id=\? AND audience=\? AND type=\?\)$/)
})
