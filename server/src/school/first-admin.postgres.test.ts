import { setupAdmin } from '@tongchuang/contract/setup.admin.ts'
import { expect, test } from 'vitest'
import { createAdmin } from '../accounts/create-admin.ts'
import { newSetupKey } from '../setup-link.ts'
import { reasonOf } from '../testing/refusal.ts'
import { testApp } from '../testing/test-app.ts'
import { untilWaiting } from '../testing/waiting-for-locks.ts'

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
    await Promise.race([page, untilWaiting(db, 1)])
    await commandLine.commit().execute()
    expect(await page).toBe('NOT_FOUND')
    const admins = await db.selectFrom('users').select('username').execute()
    expect(admins).toEqual([{ username: 'admin' }])
  } finally {
    await school.close()
  }
})
