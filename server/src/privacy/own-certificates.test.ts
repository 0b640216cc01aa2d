import { certificatesAdmin } from '@tongchuang/contract/certificates.admin.ts'
import { certificates } from '@tongchuang/contract/certificates.ts'
import { moments } from '@tongchuang/contract/moments.ts'
import { worksAdmin } from '@tongchuang/contract/works.admin.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aMember } from '../guilds/factory.ts'
import { aStudentAtWork, aSubmission } from '../submissions/factory.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { eraseEverything } from './erase.ts'
import { ownCertificates, ownMoments } from './own-data.ts'

let school: School
beforeAll(async () => {
  school = await testApp()
})
afterAll(() => school.close())

test('the number of a certificate goes along with one’s own data, and with the account it is withdrawn and names nobody', async () => {
  const { db, database, events } = school.app
  const { student, task, row, guild } = await aStudentAtWork(db, { row: { state: 'passed' } })
  const { id } = await aSubmission(db, row, { status: 'released', title: '夜空' })
  const luo = await aUser(db, { roles: ['teacher'] })
  await aMember(db, { guild_id: guild.id, user_id: luo.id, role: 'teacher' })
  const teacher = school.as(luo, { audience: 'admin', role: 'teacher' })
  await teacher(worksAdmin.pick, { submit_id: id, reason: '光很安静' })
  const { number } = await school.as(student)(certificates.open, { submit_id: id })
  await school.as(student)(moments.see, { kind: 'seal', id })
  expect(await Array.fromAsync(ownCertificates(db, student.id))).toMatchObject([
    { number, task: task.title, title: '夜空', version: 1, withdrawn_at: null },
  ])
  expect(await ownMoments(db, student.id)).toMatchObject([{ kind: 'seal', about: id }])
  const mate = await aUser(db)
  expect(await Array.fromAsync(ownCertificates(db, mate.id)), 'a classmate takes nothing of it along').toEqual([])

  const now = school.clock.now()
  await db.transaction().execute((trx) => eraseEverything(trx, { dialect: database.dialect, events }, student.id, now))
  const found = await teacher(certificatesAdmin.find, { number })
  expect(found).toMatchObject({ state: 'withdrawn', withdrawn_at: new Date(now).toISOString() })
  expect(found.work).toMatchObject({ title: '', real_name: '', student_no: '' })
  expect(await ownMoments(db, student.id)).toEqual([])
})
