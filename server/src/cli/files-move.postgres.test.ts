import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openDatabase } from '../db/open.ts'
import { OthersAtWork } from '../alone.ts'
import { commandProblems, startProblems } from '../start-problems.ts'
import { readSettings } from '../config.ts'
import { prepareDataFolder } from '../data-folder.ts'
import { openSchool } from '../start.ts'
import { openTerminal, type Terminal } from '../testing/terminal.ts'
import { freshDatabase, type TestDatabase } from '../testing/test-database.ts'
import { filesMove } from './files-move.ts'

let terminal: Terminal
let school: TestDatabase
beforeEach(async () => {
  terminal = await openTerminal()
  school = await freshDatabase()
  terminal.enter(school)
  const objects = { S3_ENDPOINT: 'http://127.0.0.1:9', S3_BUCKET: 'school', S3_REGION: 'here' }
  const keys = { S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' }
  for (const [name, value] of Object.entries({ ...objects, ...keys })) vi.stubEnv(name, value)
})
afterEach(async () => {
  await terminal.close()
  await school.close()
})

const thrownBy = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  )

test('an operator who moves the files while a server still takes uploads is told where it runs, and nothing has begun', async () => {
  const server = await openDatabase({ url: school.url, dataDir: terminal.folder })
  await server.listen('live', () => {})
  const error = await thrownBy(filesMove.run(['store']))
  expect(error).toBeInstanceOf(OthersAtWork)
  expect(commandProblems(error)).toEqual([
    {
      zh: expect.stringMatching(/^还有同窗公会的进程在用这个数据库（.+）：请先停掉.*pg_terminate_backend\(\d+\)$/),
      en: expect.stringMatching(
        /^Processes still serve this database \(.+\): stop them first.*pg_terminate_backend\(\d+\)$/,
      ),
    },
  ])
  await server.close()
  // Once it has ended, the move begins and fails for another reason: the store of this test does not exist.
  await expect.poll(async () => await thrownBy(filesMove.run(['store']))).not.toBeInstanceOf(OthersAtWork)
})

test('a server does not start, and no second move begins, while the files of its school are being moved', async () => {
  const moving = await openDatabase({ url: school.url, dataDir: terminal.folder, as: 'moving' })
  await moving.listen('moving', () => {})
  const start = () => openSchool(prepareDataFolder(readSettings(process.env)))
  const error = await thrownBy(start())
  expect(startProblems(error)).toMatchObject([{ zh: expect.stringContaining('文件正在搬到另一处') }])
  expect(await thrownBy(filesMove.run(['folder']))).toBeInstanceOf(OthersAtWork)
  await moving.close()
})
