import { accounts } from '@tongchuang/contract/accounts.ts'
import { schoolAdmin } from '@tongchuang/contract/school.admin.ts'
import { setupAdmin } from '@tongchuang/contract/setup.admin.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { admitToSetup, keyToPrint, newSetupKey, useSetupKey } from '../setup-link.ts'
import { reasonOf } from '../testing/refusal.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { freshDatabase } from '../testing/test-database.ts'

let school: School
beforeAll(async () => {
  school = await testApp()
})
afterAll(() => school.close())

describe('the set-up of a new school', () => {
  const filled = {
    site_name: '春晖中学',
    username: 'headmaster',
    password: 'a tall old ginkgo',
    rankings: 'mine' as const,
    school_kind: 'minors' as const,
  }

  test('a stranger without the key sets nothing up, and neither does who comes after 30 minutes', async () => {
    const key = await newSetupKey(school.app.db, school.clock.now())
    expect(await reasonOf(school.send(setupAdmin.check, { key: 'guessed' }))).toBe('SETUP_KEY')
    expect(await reasonOf(school.send(setupAdmin.create, { ...filled, key: 'guessed' }))).toBe('SETUP_KEY')
    expect(await school.send(setupAdmin.check, { key })).toMatchObject({ base_url: null })
    school.clock.move(31 * 60_000)
    expect(await reasonOf(school.send(setupAdmin.create, { ...filled, key }))).toBe('SETUP_KEY')
  })

  test('a link that was printed anew closes the one before', async () => {
    const old = await newSetupKey(school.app.db, school.clock.now())
    await newSetupKey(school.app.db, school.clock.now())
    expect(await reasonOf(school.send(setupAdmin.check, { key: old }))).toBe('SETUP_KEY')
  })

  test('a key that is closed between the first look and the last opens nothing', async () => {
    const [db, clock] = [school.app.db, school.clock]
    const old = await newSetupKey(db, clock.now())
    await admitToSetup(db, old, clock.now())
    await newSetupKey(db, clock.now())
    await expect(useSetupKey(db, old, clock.now())).rejects.toMatchObject({ reason: 'SETUP_KEY' })
  })

  test('a process that is started beside the first leaves the link of the first open, and prints one once that has closed', async () => {
    const { db } = school.app
    const first = await keyToPrint(db, school.clock.now(), true)
    expect(await keyToPrint(db, school.clock.now(), false)).toBeNull()
    expect(await school.send(setupAdmin.check, { key: String(first) })).toMatchObject({ base_url: null })
    school.clock.move(31 * 60_000)
    expect(await keyToPrint(db, school.clock.now(), false)).not.toBeNull()
  })

  test('of two who set the school up at once one wins, and afterwards nothing is there', async () => {
    const key = await newSetupKey(school.app.db, school.clock.now())
    const both = await Promise.allSettled([
      school.send(setupAdmin.create, { ...filled, key }),
      school.send(setupAdmin.create, { ...filled, username: 'other', key }),
    ])
    const won = both.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    expect(won).toHaveLength(1)
    const admins = await school.app.db.selectFrom('user_roles').select('user_id').where('role', '=', 'admin').execute()
    expect(admins).toEqual([{ user_id: won[0]?.userinfo.id }])
    expect(await school.with(won[0]?.userinfo.token ?? '')(schoolAdmin.me)).toMatchObject({
      role: 'admin',
      roleList: expect.arrayContaining(['admin', 'teacher']),
    })
    expect((await school.send(accounts.site)).site_name).toBe('春晖中学')
    expect(await school.app.settings()).toMatchObject({ school_kind: 'minors', ranking_list: 'own' })
    expect(await reasonOf(school.send(setupAdmin.check, { key }))).toBe('NOT_FOUND')
    expect(await reasonOf(school.send(setupAdmin.create, { ...filled, key }))).toBe('NOT_FOUND')
  })
})

test('an administrator who is made by another way meanwhile stays the only one', async () => {
  const database = await freshDatabase()
  const transaction = database.db.transaction.bind(database.db)
  const fresh = await testApp({ database })
  try {
    const { db } = fresh.app
    const key = await newSetupKey(db, fresh.clock.now())
    const made = {
      site_name: '春晖中学',
      username: 'headmaster',
      password: 'a tall old ginkgo',
      rankings: 'mine',
      school_kind: 'adults',
      key,
    } as const
    // Between the first look and the second one another way is done, however fast passwords are hashed.
    const { promise: isDone, resolve: done } = Promise.withResolvers<void>()
    database.db.transaction = () => {
      const builder = transaction()
      const execute = builder.execute.bind(builder)
      builder.execute = async (work) => {
        await isDone
        return execute(work)
      }
      return builder
    }
    const creating = await transaction().execute(async (db) => {
      await aUser(db, { username: 'first', roles: ['admin'] })
      const asked = reasonOf(fresh.send(setupAdmin.create, made))
      // Both read what was there before this transaction ends.
      await fresh.send(setupAdmin.check, { key })
      return { asked }
    })
    done()
    expect(await creating.asked).toBe('NOT_FOUND')
    expect(await db.selectFrom('users').select('username').execute()).toEqual([{ username: 'first' }])
  } finally {
    await fresh.close()
  }
})
