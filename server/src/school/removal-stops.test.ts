import { auditAdmin } from '@tongchuang/contract/audit.admin.ts'
import { systemAdmin } from '@tongchuang/contract/system.admin.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aFile } from '../files/factory.ts'
import { reasonOf } from '../testing/refusal.ts'
import { testApp, type School } from '../testing/test-app.ts'

let school: School
beforeEach(async () => {
  school = await testApp()
})
afterEach(() => school.close())

const days = 24 * 3_600_000
const left = async () => (await school.app.db.selectFrom('files').select('id').execute()).length

test('an administrator sees how much a stopped removal would take, lets it go on with a reason, and it runs; a teacher cannot', async () => {
  const { db, jobs } = school.app
  const student = await aUser(db)
  const created_at = school.clock.now() - 3 * days
  for (let at = 0; at < 30; at += 1) await aFile(db, { owner_id: student.id, created_at })
  await jobs.run('files.unused')
  expect(await left()).toBe(30)

  const [teacher, administrator] = [await aUser(db, { roles: ['teacher'] }), await aUser(db, { roles: ['admin'] })]
  const admin = school.as(administrator, { audience: 'admin', role: 'admin' })
  const { stops, findings } = await admin(systemAdmin.read)
  expect(stops).toMatchObject([{ job: 'files.unused', wanted: 30, total: 30 }])
  expect(findings).toContainEqual({ kind: 'REMOVAL_STOPPED', detail: '1' })

  const word = { job: 'files.unused', wanted: 30, reason: '学期末的旧草稿，看过了' }
  expect(
    await reasonOf(school.as(teacher, { audience: 'admin', role: 'teacher' })(systemAdmin.continueRemoval, word)),
  ).toBe('ROLE')
  // A confirmation for a number that was never shown is refused.
  expect(await reasonOf(admin(systemAdmin.continueRemoval, { ...word, wanted: 29 }))).toBe('NOT_FOUND')
  await jobs.run('files.unused')
  expect(await left()).toBe(30)

  await admin(systemAdmin.continueRemoval, word)
  await jobs.run('files.unused')
  expect(await left()).toBe(0)
  expect((await admin(systemAdmin.read)).stops).toEqual([])
  const { list } = await admin(auditAdmin.list, {})
  expect(
    list
      .filter(({ call }) => call === systemAdmin.continueRemoval.path)
      .map(({ outcome, input }) => [outcome, input.includes(word.reason)]),
  ).toContainEqual(['DONE', true])
})
