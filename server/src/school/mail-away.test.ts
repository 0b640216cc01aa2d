import { systemAdmin } from '@tongchuang/contract/system.admin.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { testApp, type School } from '../testing/test-app.ts'

let school: School
let admin: School['send']
beforeEach(async () => {
  // No server listens there.
  school = await testApp({ config: { smtpUrl: 'smtp://127.0.0.1:1', mailFrom: 'no-reply@school.example' } })
  admin = school.as(await aUser(school.app.db, { roles: ['admin'] }), { audience: 'admin', role: 'admin' })
})
afterEach(() => school.close())

const failing = async () =>
  (await admin(systemAdmin.read)).findings.filter(({ kind }) => kind === 'MAIL_FAILING').map(({ detail }) => detail)

test('an administrator whose mail server is away is told within minutes, not when letters are given up a day later', async () => {
  const { app, clock } = school
  await app.db
    .transaction()
    .execute((db) => app.mail.queue(db, { to: 'lin@school.example', subject: '通知', text: '有一份作品退回了' }))
  const tried: (readonly string[])[] = []
  for (let time = 0; time < 3; time += 1) {
    await app.jobs.run('mail.deliver')
    tried.push(await failing())
    clock.move(120_000)
  }
  expect(tried).toEqual([[], [], [expect.stringContaining('ECONNREFUSED')]])
  await app.db.deleteFrom('mail_outbox').execute()
  expect(await failing()).toEqual([])
})

test('a letter to an address that does not exist is told for a day, not for the month in which its row is kept', async () => {
  const { app, clock } = school
  await app.db
    .transaction()
    .execute((db) => app.mail.queue(db, { to: 'nobody@school.example', subject: '通知', text: '' }))
  const given_up = { failed_at: clock.now(), failed_reason: '550 no such user' }
  await app.db.updateTable('mail_outbox').set(given_up).execute()
  expect(await failing()).toEqual(['550 no such user'])
  clock.move(25 * 3_600_000)
  const { findings, mail } = await school.as(await aUser(app.db, { roles: ['admin'] }), {
    audience: 'admin',
    role: 'admin',
  })(systemAdmin.read)
  expect([findings.map(({ kind }) => kind).includes('MAIL_FAILING'), mail.failed]).toEqual([false, 1])
})
