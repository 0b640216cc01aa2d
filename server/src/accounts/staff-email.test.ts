import { accountsAdmin } from '@tongchuang/contract/accounts.admin.ts'
import { messagesAdmin } from '@tongchuang/contract/messages.admin.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { samplePassword as password } from '../sample-password.ts'
import { reasonOf } from '../testing/refusal.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { aUser } from './factory.ts'

let school: School
beforeEach(async () => {
  // The letters stay in the outbox, where they are read.
  school = await testApp({ config: { smtpUrl: 'smtp://127.0.0.1:1' } })
})
afterEach(() => school.close())

const email = 'chen@school.cn'
const aTeacher = async (email: string | null = null) => {
  const teacher = await aUser(school.app.db, { roles: ['teacher'], email, email_confirmed: email !== null })
  const send = school.as(teacher, { audience: 'admin', role: 'teacher' })
  return { send, goesTo: async () => (await send(messagesAdmin.settings)).address }
}
const letters = () => school.app.db.selectFrom('mail_outbox').select(['recipient', 'text']).orderBy('id').execute()
/** The code that was mailed last. */
const mailed = async () => /\b\d{6}\b/.exec((await letters()).at(-1)?.text ?? '')?.[0] ?? ''

test('a teacher who can open no other site gives an address there, and letters about notices go to it', async () => {
  const { send, goesTo } = await aTeacher()
  expect(await goesTo()).toBeNull()
  expect(await send(accountsAdmin.sendCode, { email })).toEqual({ wait_seconds: 60 })
  const code = await mailed()
  const change = (given: object = {}) =>
    reasonOf(send(accountsAdmin.changeContact, { password, email, code, ...given }))
  expect(await change({ password: 'wrong' })).toBe('WRONG_PASSWORD')
  expect(await change({ email: 'else@school.cn' })).toBe('CODE_WRONG')
  expect(await change()).toBe('done')
  expect(await goesTo()).toBe(email)
})

test('a teacher whose answer was lost and who sends the code again is not told that it is wrong, and no letter goes out twice', async () => {
  const { send, goesTo } = await aTeacher('old@school.cn')
  await send(accountsAdmin.sendCode, { email })
  const code = await mailed()
  const change = (given: object = {}) =>
    reasonOf(send(accountsAdmin.changeContact, { password, email, code, ...given }))
  expect(await Promise.all([change(), change()])).toEqual(['done', 'done'])
  expect(await change({ email: 'Chen@School.cn' })).toBe('done')
  expect(await goesTo()).toBe(email)
  expect((await letters()).filter(({ recipient }) => recipient === 'old@school.cn')).toHaveLength(1)
  // It opens nothing else: another code does not, nor this one for somebody else, nor later.
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
  expect(await change({ code: wrong })).toBe('CODE_WRONG')
  expect(await change({ password: 'wrong' })).toBe('WRONG_PASSWORD')
  const colleague = await aTeacher()
  expect(await reasonOf(colleague.send(accountsAdmin.changeContact, { password, email, code }))).toBe('CODE_WRONG')
  school.clock.move(5 * 60_000)
  expect(await change()).toBe('CODE_WRONG')
})

test('a code that gave an address does not give it back after it was changed again', async () => {
  const { send, goesTo } = await aTeacher()
  await send(accountsAdmin.sendCode, { email })
  const code = await mailed()
  await send(accountsAdmin.changeContact, { password, email, code })
  await send(accountsAdmin.sendCode, { email: 'next@school.cn' })
  await send(accountsAdmin.changeContact, { password, email: 'next@school.cn', code: await mailed() })
  expect(await reasonOf(send(accountsAdmin.changeContact, { password, email, code }))).toBe('CODE_WRONG')
  expect(await goesTo()).toBe('next@school.cn')
})

test('the address before is told, and one that somebody else has confirmed is not given', async () => {
  const [{ send, goesTo }] = [await aTeacher('old@school.cn'), await aTeacher('taken@school.cn')]
  await send(accountsAdmin.sendCode, { email: 'taken@school.cn' })
  expect(await mailed()).toBe('')
  await send(accountsAdmin.sendCode, { email })
  await send(accountsAdmin.changeContact, { password, email, code: await mailed() })
  expect((await letters()).at(-1)?.recipient).toBe('old@school.cn')
  expect(await goesTo()).toBe(email)
})
