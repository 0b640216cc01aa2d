import { submissions } from '@tongchuang/contract/submissions.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../../accounts/factory.ts'
import { aTask, anEnrolment } from '../../tasks/factory.ts'
import { testApp, type School } from '../../testing/test-app.ts'
import { aStudentAtWork, aSubmission } from '../factory.ts'

let school: School

beforeEach(async () => {
  school = await testApp()
})
afterEach(() => school.close())

test('a student’s own list has every version, newest first, and nothing of a held result', async () => {
  const { db } = school.app
  const { student, guild, row, task } = await aStudentAtWork(db, { row: { state: 'submitted' } })
  const one = await aSubmission(db, row, { status: 'withdrawn', submitted_at: Date.parse('2026-10-10T12:00:00Z') })
  const two = await aSubmission(db, row, {
    status: 'reviewed',
    submitted_at: Date.parse('2026-10-11T16:30:00Z'),
    late: true,
  })
  const other = await aTask(db, { guild_id: guild.id })
  const passed = await anEnrolment(db, other, { user_id: student.id, state: 'passed' })
  const three = await aSubmission(db, passed, {
    status: 'released',
    score: 80,
    percent_final: 80,
    submitted_at: Date.parse('2026-10-11T17:00:00Z'),
  })
  const mine = async (filter = {}) => (await school.as(student)(submissions.mine, filter)).list
  const all = await mine()
  expect(all.map(({ id, status, score, state }) => ({ id, status, score, state }))).toEqual([
    { id: three.id, status: 'released', score: 80, state: 'passed' },
    { id: two.id, status: 'in_review', score: null, state: 'submitted' },
    { id: one.id, status: 'withdrawn', score: null, state: 'submitted' },
  ])
  const ids = async (filter: object) => (await mine(filter)).map(({ id }) => id)
  expect(await ids({ task_id: task.id })).toEqual([two.id, one.id])
  expect(await ids({ state: 'passed' })).toEqual([three.id])
  expect(await ids({ from: '2026-10-11T16:30:00Z' })).toEqual([three.id, two.id])
  expect(await ids({ to: '2026-10-11T16:30:00Z' })).toEqual([two.id, one.id])
  expect(await ids({ from: '2026-10-11T16:45:00Z', to: '2026-10-11T16:50:00Z' })).toEqual([])
  await expect(mine({ user_id: 1 })).rejects.toMatchObject({ reason: 'INVALID' })
  expect(await school.as(await aUser(db))(submissions.mine, {})).toMatchObject({ list: [], total: 0 })
})
