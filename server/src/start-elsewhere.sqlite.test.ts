import { mkdtemp, rename, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aUser } from './accounts/factory.ts'
import { filesAdopt, filesSweep } from './cli/files.ts'
import { listStops } from './removal.ts'
import { openDatabase } from './db/open.ts'
import { aFile } from './files/factory.ts'
import { localFileStore, type Stored } from './storage/file-store.ts'
import { startProcess } from './testing/server-process.ts'

let folder: string
let dataDir: string
let printed = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tongchuang-elsewhere-'))
  dataDir = join(folder, 'data')
  for (const name of ['BASE_URL', 'DATABASE_URL', 'SECRET']) vi.stubEnv(name, '')
  vi.stubEnv('DATA_DIR', dataDir)
  printed = ''
  for (const way of ['log', 'error'] as const)
    vi.spyOn(console, way).mockImplementation((text: string) => void (printed += `${text}\n`))
})
afterEach(async () => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true, force: true })
})

const keysIn = async (stored: AsyncIterable<Stored>): Promise<number> => (await Array.fromAsync(stored)).length

test(
  'a school whose database was moved aside does not start over its files, says why, and starts again with it',
  { timeout: 120_000 },
  async () => {
    await (await startProcess(folder)).stop()
    const database = await openDatabase({ url: null, dataDir })
    const files = localFileStore(join(dataDir, 'files'))
    const { id: owner_id } = await aUser(database.db)
    for (let at = 0; at < 30; at += 1) await aFile(database.db, { owner_id }, { files, bytes: Buffer.from(`${at}`) })
    await database.close()
    await (await startProcess(folder)).stop()

    const aside = async (from: string, to: string) => {
      for (const ending of ['', '-wal', '-shm'])
        await rename(join(dataDir, `app.db${from}${ending}`), join(dataDir, `app.db${to}${ending}`)).catch(() => {})
    }
    await aside('', '.aside')
    await expect(startProcess(folder)).rejects.toThrow(
      /ended with 1: ✗ 数据库是空的，文件目录里却有文件.*files adopt \/ The database is empty but files are stored/,
    )
    await expect(filesSweep.run(['--confirm'])).rejects.toMatchObject({ mismatch: 'EMPTY_DATABASE' })
    expect(await keysIn(files.list())).toBe(30)

    // An operator who intends it can continue with an empty school: even then nothing is removed while there are no
    // users, or without a message.
    expect(await filesAdopt.run([])).toBe(0)
    expect([await filesSweep.run(['--confirm']), await keysIn(files.list())]).toEqual([1, 30])
    expect(printed).toContain('数据库里还没有人')
    await aside('', '.empty')
    await aside('.aside', '')
    await expect(startProcess(folder)).rejects.toThrow(/数据库、数据目录和文件不属于同一个安装/)
    expect(await filesAdopt.run([])).toBe(0)
    await (await startProcess(folder)).stop()
    expect(await keysIn(files.list())).toBe(30)
  },
)

test(
  'in the terminal a sweep that would take too much stops with its numbers, and goes on with a word',
  { timeout: 60_000 },
  async () => {
    expect(await filesAdopt.run([])).toBe(0)
    const database = await openDatabase({ url: null, dataDir })
    const files = localFileStore(join(dataDir, 'files'))
    const { id: owner_id } = await aUser(database.db)
    const then = Date.now() - 48 * 3_600_000
    for (let at = 0; at < 30; at += 1) {
      const { upload_id } = await aFile(database.db, { owner_id }, { files, bytes: Buffer.from(`${at}`) })
      await utimes(join(dataDir, 'files', upload_id), new Date(then), new Date(then))
    }
    await database.db.deleteFrom('files').execute()
    const others = { wanted: 40, total: 100, found_at: then, confirmed_at: null, confirmed_by: null }
    for (const name of ['files.unused', 'files.uploads'])
      await database.db
        .insertInto('removal_stops')
        .values({ name, ...others })
        .execute()
    await database.close()
    expect(await filesSweep.run([])).toBe(1)
    expect(printed).toMatch(/30 个文件里有 30 个没有记录/)
    expect([await keysIn(files.list()), await filesSweep.run(['--confirm'])]).toEqual([30, 0])
    expect([await keysIn(files.list()), await keysIn(files.trash())]).toEqual([0, 30])
    expect(printed).toMatch(/files\.unused 停下了：100 个里清理 40 个[^]*files\.unused 已放行[^]*files\.uploads 已放行/)
    const again = await openDatabase({ url: null, dataDir })
    expect(await listStops(again.db)).toEqual([])
    await again.close()
  },
)
