import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { portOf } from '../http/port-of.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { examine } from './examination.ts'

let school: School
let post: SMTPServer
beforeEach(async () => {
  // Like most providers: whoever may log in may write in their own name only.
  post = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onMailFrom: ({ address }, _, done) =>
      done(
        address === 'office@school.example'
          ? null
          : Object.assign(new Error('Mail from must equal authorized user'), { responseCode: 553 }),
      ),
    onData: (stream, _, done) => void text(stream).then(() => done()),
  })
  await new Promise<void>((resolve) => post.listen(0, '127.0.0.1', () => resolve()))
  school = await testApp({
    config: { smtpUrl: `smtp://127.0.0.1:${portOf(post.server)}`, mailFrom: 'no-reply@school.example' },
  })
})
afterEach(async () => {
  await school.close()
  await new Promise<void>((resolve) => post.close(resolve))
})

const examined = async () => {
  const { config, database } = school.app
  return (await examine(config, database)).find(({ what }) => what === 'mail')
}
const aLetter = () =>
  school.app.db
    .transaction()
    .execute((db) => school.app.mail.queue(db, { to: 'lin@school.example', subject: '通知', text: '有一份作品退回了' }))

test('an administrator whose mail server lets the school in and takes none of its letters reads why', async () => {
  school.clock.set(Date.now() - 3 * 3_600_000)
  expect(await examined()).toMatchObject({ state: 'ok' })
  await aLetter()
  for (let time = 0; time < 3; time += 1) {
    await school.app.jobs.run('mail.deliver')
    school.clock.move(3_600_000)
  }
  expect(await examined()).toMatchObject({
    state: 'wrong',
    detail: {
      zh: expect.stringMatching(/1封没有送出.*Mail from must equal authorized user/),
      en: expect.stringMatching(/1 given up.*Mail from must equal authorized user/),
    },
  })
})
