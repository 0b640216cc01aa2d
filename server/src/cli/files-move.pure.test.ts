import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, expect, test } from 'vitest'
import { backupName } from '../backup/rules.ts'
import { localFileStore, type FileStore } from '../storage/file-store.ts'
import { copyAll, leftBehind } from './files-move.ts'
import { sayHowFar } from './progress.ts'

const folder = await mkdtemp(join(tmpdir(), 'tongchuang-move-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

test('one file that the disk no longer gives back is named, and the others of the school move', async () => {
  const [from, to] = [localFileStore(join(folder, 'from')), localFileStore(join(folder, 'to'))]
  for (const key of ['aa/one', 'bb/bad', 'cc/two']) {
    await writeFile(join(folder, 'new'), `the bytes of ${key}`)
    await from.keep(key, join(folder, 'new'))
  }
  const failing: FileStore['read'] = (key, range) =>
    key === 'bb/bad'
      ? new Readable({
          read() {
            this.destroy(Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO' }))
          },
        })
      : from.read(key, range)
  const moved = await copyAll({ ...from, read: failing }, to, join(folder, 'moving'))
  expect(moved).toEqual({ all: 3, copied: 2, unread: ['bb/bad'] })
  expect(await readFile(join(folder, 'to/cc/two'), 'utf8')).toBe('the bytes of cc/two')
  expect(await to.look('bb/bad')).toBe(null)
  // Once the file is back, the same command copies it.
  expect(await copyAll(from, to, join(folder, 'moving'))).toEqual({ all: 3, copied: 1, unread: [] })
})

test('whoever moves the files of a school reads every ten seconds how many of how many are there, and how many megabytes', async () => {
  const [from, to] = [localFileStore(join(folder, 'many')), localFileStore(join(folder, 'elsewhere'))]
  for (const key of ['aa/1', 'bb/2', 'cc/3', 'dd/4', 'ee/5']) {
    await writeFile(join(folder, 'new'), Buffer.alloc(2 ** 20))
    await from.keep(key, join(folder, 'new'))
  }
  const said: string[] = []
  let seconds = 0
  // Each file takes six seconds.
  const slow: FileStore['keep'] = async (key, path) => {
    seconds += 6
    await to.keep(key, path)
  }
  const tell = sayHowFar(
    (line) => void said.push(line),
    () => seconds * 1_000,
  )
  await copyAll(from, { ...to, keep: slow }, join(folder, 'moving'), tell)
  expect(said).toEqual([
    '· 0 / 5 个文件，0 / 5 MB / 0 of 5 files, 0 of 5 MB',
    '· 2 / 5 个文件，2 / 5 MB / 2 of 5 files, 2 of 5 MB',
    '· 4 / 5 个文件，4 / 5 MB / 4 of 5 files, 4 of 5 MB',
  ])
})

test('whoever has moved the files reads how many backups and files of the trash stay where they were', async () => {
  const [files, backups] = [localFileStore(join(folder, 'school')), localFileStore(join(folder, 'backups'))]
  expect(await leftBehind({ files, backups })).toBe(null)
  // A copy kept by an upgrade is not among the offered backups.
  for (const key of [backupName(0, 'UTC'), backupName(1_000, 'UTC'), 'before-0042.sqlite']) {
    await writeFile(join(folder, 'new'), key)
    await backups.keep(key, join(folder, 'new'))
  }
  expect((await leftBehind({ files, backups }))?.zh).toMatch(/2 份.*0 个.*留在数据目录/)
})
