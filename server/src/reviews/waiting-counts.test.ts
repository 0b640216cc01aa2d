import { reviewsAdmin } from '@tongchuang/contract/reviews.admin.ts'
import { taskListsAdmin } from '@tongchuang/contract/task-lists.admin.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { reviewing } from '../testing/reviewing.ts'
import { testApp, type School } from '../testing/test-app.ts'

let school: School
beforeEach(async () => {
  school = await testApp()
})
afterEach(() => school.close())
const { waiting } = reviewing(() => ({ school }))

test('a work whose result a teacher holds waits for nobody: in the list of tasks as in the queue it leads to', async () => {
  const { review, task, submit_id } = await waiting()
  const counted = async () => ({
    listed: (await review(taskListsAdmin.tasks, { guild_id: task.guild_id })).list.map((one) => one.waiting),
    queued: (await review(reviewsAdmin.queue, { task_id: task.id })).total,
  })
  expect(await counted()).toEqual({ listed: [1], queued: 1 })
  await review(reviewsAdmin.open, { submit_id })
  await review(reviewsAdmin.decide, { submit_id, decision: 'pass', score: 80, text: '', hold: true })
  expect(await counted()).toEqual({ listed: [0], queued: 0 })
})
