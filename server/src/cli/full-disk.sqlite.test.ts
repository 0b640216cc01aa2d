import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { tmpdir } from 'node:os'
import { expect, test, vi } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { readSettings, WrongSettings } from '../config.ts'
import { prepareDataFolder } from '../data-folder.ts'
import { migrate } from '../db/migrate.ts'
import { openDatabase } from '../db/open.ts'
import { startProblems } from '../start-problems.ts'
import { fillUp, mountDisk, unmountDisk, whyNoDisk } from '../testing/small-disk.ts'
import { openTerminal } from '../testing/terminal.ts'
import { describeUnless } from '../testing/where-possible.ts'
import { adminList } from './admin.ts'
import { backup } from './backup.ts'
import { doctor } from './doctor.ts'

const folder = await mkdtemp(join(tmpdir(), 'tongchuang-full-'))

const problem = async (work: Promise<unknown>): Promise<string> => {
  const error = await work.then(
    () => null,
    (cause: unknown) => cause,
  )
  return startProblems(error)
    .map(({ zh, en }) => `${zh} / ${en}`)
    .join('\n')
}

describeUnless(whyNoDisk(), 'a disk that is full', () => {
  test('is named by the doctor and every command, and all of them work again once there is room', async () => {
    mountDisk(folder, 'size=160m')
    const terminal = await openTerminal()
    vi.stubEnv('BASE_URL', '')
    vi.stubEnv('DATABASE_URL', '')
    try {
      const [school, later] = [join(folder, 'school'), join(folder, 'later')]
      vi.stubEnv('DATA_DIR', school)
      const { dataDir } = prepareDataFolder(readSettings(process.env))
      const database = await openDatabase({ url: null, dataDir })
      await migrate(database, { dataDir })
      await aUser(database.db, { username: 'zhang', roles: ['admin'] })
      await database.close()

      const makeRoom = fillUp(folder)
      expect(await doctor.run([])).toBe(1)
      expect(terminal.printed()).toMatch(/✗ 磁盘.*剩余空间不足：0 MB/)
      expect(terminal.printed()).toMatch(/✗ 数据库.*磁盘写不进/)
      expect(await problem(adminList.run([]))).toMatch(/磁盘写不进.* \/ The disk of the database/)
      vi.stubEnv('DATA_DIR', later)
      expect(() => prepareDataFolder(readSettings(process.env))).toThrow(WrongSettings)

      await makeRoom()
      expect(prepareDataFolder(readSettings(process.env)).secret.length).toBeGreaterThan(32)
      vi.stubEnv('DATA_DIR', school)
      expect(await adminList.run([])).toBe(0)
      // Where the school has room, and the place of the backup has none.
      const elsewhere = join(folder, 'elsewhere')
      mountDisk(elsewhere, 'size=64k')
      fillUp(elsewhere)
      expect(await problem(backup.run([join(elsewhere, 'school.zip')]))).toMatch(/^磁盘满了.* \/ The disk is full/)
      unmountDisk(elsewhere)
    } finally {
      await terminal.close()
      unmountDisk(folder)
      await rm(folder, { recursive: true, force: true })
    }
  })
})
