import { setupAdmin } from '@tongchuang/contract/setup.admin.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createAdmin } from '../accounts/create-admin.ts'
import { newSetupKey } from '../setup-link.ts'
import { reasonOf } from '../testing/refusal.ts'
import { testApp } from '../testing/test-app.ts'

test('a set-up page sent while the command line makes the first administrator makes no second one', async () => {
  const school = await testApp()
  try {
    const { db } = school.app
    const key = await newSetupKey(db, school.clock.now())
    const commandLine = await db.startTransaction().execute()
    await createAdmin(commandLine, { username: 'admin', email: null, password_hash: '', created_at: 1 })
    const page = reasonOf(
      school.send(setupAdmin.create, {
        site_name: '春晖中学',
        username: 'headmaster',
        password: 'a tall old ginkgo',
        rankings: 'mine',
        school_kind: 'adults',
        key,
      }),
    )
    const waits = sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    await Promise.race([
      page,
      expect.poll(async () => (await waits.execute(db)).rows[0]?.n, { timeout: 30_000 }).toBe(1),
    ])
    await commandLine.commit().execute()
    expect(await page).toBe('NOT_FOUND')
    const admins = await db.selectFrom('users').select('username').execute()
    expect(admins).toEqual([{ username: 'admin' }])
  } finally {
    await school.close()
  }
})
