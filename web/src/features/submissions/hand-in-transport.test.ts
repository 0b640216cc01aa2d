// @vitest-environment happy-dom
import { connect } from '@tongchuang/ui/send.ts'
import { studentSession } from '@tongchuang/ui/session.ts'
import { expect, test } from 'vitest'
import { createHandIn } from './hand-in.ts'
import { handInTransport } from './hand-in-transport.ts'
import { emptyWork } from './work.ts'

test('a work whose answer was lost is not handed in by the student who logs in next, and stays with its author', async () => {
  const sentBy: unknown[] = []
  const happened: string[] = []
  const first = Promise.withResolvers<never>()
  const again: (() => void)[] = []
  connect(async () => {
    sentBy.push(studentSession.token())
    return sentBy.length === 1 ? first.promise : { code: 1, msg: '', time: 0, data: { submit_id: 9 } }
  })
  studentSession.begin('A')
  const handIn = createHandIn({
    draft: {
      work: () => ({ ...emptyWork, content: '第一位同学的作业' }),
      hold: async () => undefined,
      release: () => undefined,
      base: () => 1,
      attempt: () => null,
      setAttempt: async () => undefined,
      meet: () => undefined,
      finish: async () => void happened.push('the device forgets the draft'),
    },
    uploading: () => 0,
    resumeUploads: () => undefined,
    isOnline: () => true,
    newKey: () => 'one-version',
    send: handInTransport(3),
    received: () => void happened.push('received'),
    lookAgain: () => undefined,
    later: (run) => {
      again.push(run)
      return () => undefined
    },
  })
  const pressed = handIn.press()
  await expect.poll(() => sentBy).toEqual(['A'])
  // They leave the page while it is on its way.
  handIn.cancel()
  studentSession.end()
  studentSession.begin('B')
  first.reject(new Error('no network'))
  await pressed
  for (const run of again) run()
  await expect.poll(() => handIn.view().phase).not.toBe('sending')
  expect(sentBy).toEqual(['A'])
  expect(happened).toEqual([])
})
