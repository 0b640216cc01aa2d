import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { mountDisk, unmountDisk, whyNoDisk } from '../testing/small-disk.ts'
import { describeUnless } from '../testing/where-possible.ts'
import { migrate, readMigrations } from './migrate.ts'
import { openDatabase } from './open.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'tongchuang-upgrade-'))

describeUnless(whyNoDisk(), 'an upgrade', () => {
  test('that finds no room for its copy leaves the school as it was, with the room it had', async () => {
    mountDisk(dataDir, 'size=24m')
    const database = await openDatabase({ url: null, dataDir })
    try {
      const { db } = database
      const all = await readMigrations()
      await migrate(database, { dataDir })
      await sql`create table works (text text)`.execute(db)
      for (let n = 0; n < 12; n += 1) await sql`insert into works values (hex(randomblob(500000)))`.execute(db)
      await sql`pragma wal_checkpoint(truncate)`.execute(db)
      const next = { name: '9999-next', up: async () => {} }
      await expect(migrate(database, { dataDir, migrations: [...all, next] })).rejects.toThrow(/full/)
      expect(await readdir(join(dataDir, 'backups'))).toEqual([])
      // The previous version continues to work.
      await sql`insert into works values (hex(randomblob(500000)))`.execute(db)
      expect(await migrate(database, { dataDir })).toEqual([])
    } finally {
      await database.close()
      unmountDisk(dataDir)
      await rm(dataDir, { recursive: true, force: true })
    }
  })
})
