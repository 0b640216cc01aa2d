import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { portOf } from '../http/port-of.ts'
import { silentLog } from '../log.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { createOutbox } from './outbox.ts'

let school: School
let post: SMTPServer
/** The code with which the mail server refuses every letter; null while it takes them. */
let refusal: number | null
let reached: string[]
/** How long the mail server looks for viruses before it says that it has taken a letter, in milliseconds. */
let scanMs: number
beforeEach(async () => {
  reached = []
  refusal = null
  scanMs = 0
  post = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, done) =>
      done(refusal === null ? null : Object.assign(new Error('not now'), { responseCode: refusal })),
    onData: (stream, { envelope }, done) =>
      void text(stream).then(() => {
        reached.push(...envelope.rcptTo.map(({ address }) => address))
        setTimeout(done, scanMs)
      }),
  })
  await new Promise<void>((resolve) => post.listen(0, '127.0.0.1', () => resolve()))
  school = await testApp({ config: { smtpUrl: `smtp://127.0.0.1:${portOf(post.server)}` } })
})
afterEach(async () => {
  await school.close()
  await new Promise<void>((resolve) => post.close(resolve))
})

const queue = (name: string, given: { good_until?: number } = {}) =>
  school.app.mail.queue(school.app.db, { to: `${name}@school.example`, subject: '通知', text: '你好', ...given })
const deliver = () => school.app.jobs.run('mail.deliver')

test('a code that the mail server wanted later leaves before the letters of the day that came meanwhile', async () => {
  refusal = 451
  await queue('waits', { good_until: school.clock.now() + 300_000 })
  await deliver()
  refusal = null
  school.clock.move(30_000)
  for (let at = 0; at < 30; at += 1) await queue(`s${at}`)
  await deliver()
  expect(reached).toHaveLength(31)
  // Three are sent at once.
  expect(reached.indexOf('waits@school.example')).toBeLessThan(3)
})

test('people whose provider takes no more letters for ten minutes, and says so with 550, get theirs afterwards', async () => {
  refusal = 550
  await queue('lin')
  for (let passed = 0; passed < 20; passed += 1) {
    if (passed === 10) refusal = null
    await deliver()
    school.clock.move(60_000)
  }
  expect(reached).toEqual(['lin@school.example'])
})

test('a person whose mail server looks at each letter for a while gets one, not another at every try', async () => {
  scanMs = 400
  await queue('lin')
  const { database, clock, config } = school.app
  const patient = createOutbox({
    database,
    clock,
    log: silentLog(),
    addressOf: async () => null,
    smtpUrl: config.smtpUrl ?? '',
    mailFrom: config.mailFrom,
    // For the connection; a server that has the letter may take longer.
    timeoutMs: 150,
  })
  for (let times = 0; times < 3; times += 1) {
    await patient(clock(), { check: async () => {} })
    school.clock.move(3_600_000)
  }
  expect(reached).toEqual(['lin@school.example'])
  expect(await database.db.selectFrom('mail_outbox').select('id').execute()).toEqual([])
})
