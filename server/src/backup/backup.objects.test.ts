import { readdir } from 'node:fs/promises'
import { backupAdmin } from '@tongchuang/contract/backup.admin.ts'
import { privacy } from '@tongchuang/contract/privacy.ts'
import { settingsAdmin } from '@tongchuang/contract/settings.admin.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { openDatabase } from '../db/open.ts'
import { aFile } from '../files/factory.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { freshDatabase } from '../testing/test-database.ts'
import { freshObjects, missingObjects } from '../testing/test-objects.ts'
import { describeUnless } from '../testing/where-possible.ts'

/** Two servers on two machines: they share a database and a bucket, and no folder. */
let here: School
let there: School
const open = async () => {
  const database = await freshDatabase()
  const objects = await freshObjects()
  here = await testApp({ database, config: { objects } })
  there = await testApp({ database: await openDatabase({ url: database.url, dataDir: '' }), config: { objects } })
}

describeUnless(missingObjects, 'what one server has made and another hands out', () => {
  beforeEach(open)
  afterEach(async () => {
    await there.close()
    await here.close()
  })

  test('is a backup: fetched in parts, kept up to its number and taken away, and on no machine', async () => {
    const headmaster = await aUser(here.app.db, { roles: ['admin'] })
    await aFile(
      here.app.db,
      { owner_id: headmaster.id },
      { files: here.app.files, bytes: Buffer.alloc(9 * 2 ** 20, 7) },
    )
    const how = { audience: 'admin', role: 'admin' } as const
    const token = await there.signIn(headmaster, how)
    const asked = there.with(token)
    const { id } = await asked(backupAdmin.make)
    await here.app.jobs.run('backup')
    const { list, folder } = await asked(backupAdmin.list)
    expect([list[0]?.state, list[0]?.problem, folder]).toEqual(['done', '', ''])
    const { url } = await asked(backupAdmin.link, { id })
    const headers = { cookie: `admin_token=${token}` }
    const first = await there.inject({ url, headers: { ...headers, range: 'bytes=0-999' } })
    const rest = await there.inject({ url, headers: { ...headers, range: 'bytes=1000-' } })
    expect([first.statusCode, rest.statusCode, first.rawPayload.length + rest.rawPayload.length]).toEqual([
      206,
      206,
      list[0]?.size,
    ])
    expect(first.rawPayload.subarray(0, 2).toString()).toBe('PK')
    for (const { app } of [here, there])
      expect(
        (await readdir(app.config.dataDir)).includes('backups') ? await readdir(`${app.config.dataDir}/backups`) : [],
      ).toEqual([])

    const current = await here.as(headmaster, how)(settingsAdmin.read)
    await here.app.changeSettings({ backups: { ...current.settings.backups, keep: 1 } })
    here.clock.move(60_000)
    await asked(backupAdmin.make)
    await here.app.jobs.run('backup')
    const kept = (await Array.fromAsync(there.app.stores.backups.list())).map(({ key }) => key)
    expect(kept).toEqual([(await asked(backupAdmin.list)).list[0]?.name])
  })

  test('is a copy of one’s own data, which is gone after its days', async () => {
    const student = await aUser(here.app.db)
    await aFile(
      here.app.db,
      { owner_id: student.id, name: '作文.txt' },
      { files: here.app.files, bytes: Buffer.from('我') },
    )
    const token = await there.signIn(student)
    await there.with(token)(privacy.export)
    await here.app.jobs.run('privacy.export')
    const { link } = await there.with(token)(privacy.exported)
    const fetched = await there.inject({ url: link ?? '', headers: { cookie: `token=${token}` } })
    expect([fetched.statusCode, fetched.rawPayload.subarray(0, 2).toString()]).toEqual([200, 'PK'])
    here.clock.move(4 * 24 * 3_600_000)
    await here.app.jobs.run('privacy.export')
    expect(await Array.fromAsync(here.app.stores.exports.list())).toEqual([])
  })
})
