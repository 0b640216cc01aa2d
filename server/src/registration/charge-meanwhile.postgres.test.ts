import { accountsAdmin } from '@tongchuang/contract/accounts.admin.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { grantRoles } from '../accounts/store.ts'
import { aGuild, aMember } from '../guilds/factory.ts'
import { whileWaitedFor } from '../testing/meanwhile.ts'
import { testApp, type School } from '../testing/test-app.ts'

let school: School
beforeEach(async () => {
  school = await testApp()
})
afterEach(() => school.close())

const aClass = async () => {
  const { db } = school.app
  const guild = await aGuild(db)
  const [chen, lin] = [await aUser(db, { roles: ['teacher'] }), await aUser(db)]
  await aMember(db, { guild_id: guild.id, user_id: chen.id, role: 'teacher' })
  await aMember(db, { guild_id: guild.id, user_id: lin.id, origin: 'own' })
  const accountOf = () =>
    db
      .selectFrom('users')
      .select(['password_hash', 'must_change_password', 'mobile'])
      .where('id', '=', lin.id)
      .executeTakeFirstOrThrow()
  const send = school.as(chen, { audience: 'admin', role: 'teacher' })
  const acts = [
    () => send(accountsAdmin.resetPassword, { user_id: lin.id }),
    () => send(accountsAdmin.confirmMobile, { user_id: lin.id, mobile: '13900000001' }),
  ]
  return { guild, lin, accountOf, acts }
}
type Class = Awaited<ReturnType<typeof aClass>>
type Db = School['app']['db']

// On SQLite, transactions never overlap.
const ways: [what: string, act: (db: Db, given: Class) => Promise<unknown>][] = [
  ['becomes a teacher', (db, { lin }) => grantRoles(db, lin.id, ['teacher'])],
  [
    'leaves her guild',
    (db, { lin }) => db.updateTable('guild_members').set({ status: 'left' }).where('user_id', '=', lin.id).execute(),
  ],
]

test.each(ways)('a teacher gives no password and no number to a student who %s while she does', async (_, act) => {
  for (const at of [0, 1]) {
    const given = await aClass()
    const before = await given.accountOf()
    const meanwhile = async (db: Db) => {
      await db.updateTable('users').set({ introduction: '' }).where('id', '=', given.lin.id).execute()
      await act(db, given)
    }
    expect((await whileWaitedFor(school.app.db, meanwhile, () => given.acts[at]!())).reason).toBe('NOT_FOUND')
    expect(await given.accountOf()).toEqual(before)
  }
})
