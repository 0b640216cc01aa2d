import { submissions } from '@tongchuang/contract/submissions.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../../accounts/factory.ts'
import { storedValue } from '../../db/stored-json.ts'
import { aMember } from '../../guilds/factory.ts'
import { anEnrolment } from '../../tasks/factory.ts'
import { testApp, type School } from '../../testing/test-app.ts'
import { aStudentAtWork, aSubmission } from '../factory.ts'
import { setVersionStatus } from '../store.ts'

let school: School

beforeEach(async () => {
  school = await testApp()
})
afterEach(() => school.close())

const hour = 3_600_000

/** One work that has just been handed in, in a guild with a teacher. */
const aWaitingWork = async () => {
  const { db } = school.app
  const { student, task, guild, row } = await aStudentAtWork(db, {
    task: { title: '朗读' },
    row: { state: 'submitted' },
  })
  const teacher = await aUser(db, { roles: ['teacher'] })
  await aMember(db, { guild_id: guild.id, user_id: teacher.id, role: 'teacher' })
  const version = await aSubmission(db, row, { submitted_at: school.clock.now() })
  return { student, task, guild, teacher, version }
}

const look = () => school.app.jobs.run('submissions.waiting')
const box = async () => {
  const rows = await school.app.db
    .selectFrom('messages')
    .select(['user_id', 'data', 'read_at', 'link'])
    .where('kind', '=', 'submission.waiting')
    .execute()
  return rows.map(({ data, ...row }) => ({ ...row, count: storedValue(data).count }))
}
const read = () => school.app.db.updateTable('messages').set({ read_at: 1 }).execute()

test('a teacher is told of a work that has waited for 48 hours, and not a moment earlier', async () => {
  const { task, teacher } = await aWaitingWork()
  school.clock.move(48 * hour - 1)
  await look()
  expect(await box()).toEqual([])
  school.clock.move(1)
  await look()
  expect(await box()).toEqual([{ user_id: teacher.id, count: 1, read_at: null, link: `/review?task=${task.id}` }])
})

test('a teacher who has read it is told again only when more works wait', async () => {
  const { db } = school.app
  const { task, guild, teacher, version } = await aWaitingWork()
  const second = await aUser(db)
  await aMember(db, { guild_id: guild.id, user_id: second.id })
  await aSubmission(db, await anEnrolment(db, task, { user_id: second.id, state: 'submitted' }), {
    submitted_at: school.clock.now() + hour,
  })
  school.clock.move(48 * hour)
  await look()
  await read()
  await look()
  expect(await box()).toMatchObject([{ user_id: teacher.id, count: 1, read_at: 1 }])
  school.clock.move(hour)
  await look()
  expect(await box()).toMatchObject([{ count: 2, read_at: null }])
  await read()
  await setVersionStatus(db, { id: version.id, from: ['sealed'], to: 'released' })
  await look()
  expect(await box()).toMatchObject([{ count: 1, read_at: 1 }])
})

test('the notice goes when the last work is taken back or answered, and nobody is told of archived guilds', async () => {
  const { db } = school.app
  const { student, guild, version } = await aWaitingWork()
  school.clock.move(49 * hour)
  await look()
  await school.as(student)(submissions.withdraw, { submit_id: version.id })
  expect(await box()).toEqual([])
  await setVersionStatus(db, { id: version.id, from: ['withdrawn'], to: 'in_review' })
  await look()
  expect(await box()).toHaveLength(1)
  await db.updateTable('guilds').set({ status: 'archived' }).where('id', '=', guild.id).execute()
  await look()
  expect(await box()).toEqual([])
})

test('an assistant who may not review is not told', async () => {
  const { db } = school.app
  const { guild, teacher } = await aWaitingWork()
  const [may, mayNot] = [await aUser(db), await aUser(db)]
  await aMember(db, { guild_id: guild.id, user_id: may.id, role: 'assistant', can_review: true })
  await aMember(db, { guild_id: guild.id, user_id: mayNot.id, role: 'assistant', can_review: false })
  school.clock.move(48 * hour)
  await look()
  expect((await box()).map(({ user_id }) => user_id).toSorted((one, other) => one - other)).toEqual(
    [teacher.id, may.id].toSorted((one, other) => one - other),
  )
})
