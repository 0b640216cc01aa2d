import { statfs } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { readSettings, type Config } from '../config.ts'
import { prepareDataFolder } from '../data-folder.ts'
import { migrate } from '../db/migrate.ts'
import { openDatabase, type Database } from '../db/open.ts'
import { MigrationsWaiting } from '../db/errors.ts'
import { minFreeBytes } from '../http/health.ts'
import { problemText } from '../start-problems.ts'
import type { Command } from './command.ts'

type Finding = { ok: boolean; what: string }

/** One look at one thing: a failure is a finding, never the end of the examination. */
const look = async (name: string, examine: () => Promise<string>): Promise<Finding> => {
  try {
    return { ok: true, what: `${name}: ${await examine()}` }
  } catch (error) {
    return { ok: false, what: `${name}: ${problemText(error)}` }
  }
}

const disk = async (folder: string): Promise<string> => {
  const { bavail, bsize } = await statfs(folder)
  const free = `${Math.floor((bavail * bsize) / 2 ** 20)} MB`
  if (bavail * bsize < minFreeBytes) throw new Error(`剩余空间不足 / little space left: ${free}`)
  return free
}

const schema = async (database: Database, dataDir: string): Promise<string> => {
  try {
    await migrate(database, { dataDir, mode: 'off' })
    return '最新 / up to date'
  } catch (error) {
    if (error instanceof MigrationsWaiting) return `下次启动时升级 ${error.names.length} 步 / ${error.names.length} steps at the next start`
    throw error
  }
}

const integrity = async ({ db, dialect }: Database): Promise<string> => {
  if (dialect === 'postgres') {
    const { rows } = await sql<{ version: string }>`select version() as version`.execute(db)
    return rows[0]?.version.split(' on ', 1)[0] ?? ''
  }
  const { rows } = await sql<{ quick_check: string }>`pragma quick_check`.execute(db)
  if (rows[0]?.quick_check !== 'ok') throw new Error(rows[0]?.quick_check ?? 'no answer')
  return 'ok'
}

const mailServer = async ({ smtpUrl }: Config): Promise<string> => {
  if (!smtpUrl) return '没有设置 / not set up'
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({ url: smtpUrl, connectionTimeout: 5_000, greetingTimeout: 5_000 })
  try {
    await transport.verify()
    return 'ok'
  } finally {
    transport.close()
  }
}

const publicAddress = async ({ baseUrl }: Config): Promise<string> => {
  if (!baseUrl) return '没有设置 BASE_URL / BASE_URL is not set'
  const answer = await fetch(`${baseUrl}/healthz`, { signal: AbortSignal.timeout(5_000), redirect: 'manual' })
  if (!answer.ok) throw new Error(`${baseUrl}/healthz: HTTP ${answer.status}`)
  return baseUrl
}

const ofDatabase = async (config: Config): Promise<Finding[]> => {
  const database = await openDatabase({ url: config.databaseUrl, dataDir: config.dataDir })
  try {
    return [await look('数据库 / database', () => integrity(database)), await look('结构 / schema', () => schema(database, config.dataDir))]
  } finally {
    await database.close()
  }
}

const examine = async (config: Config): Promise<Finding[]> => [
  await look('Node', async () => process.version),
  await look('时区 / time zone', async () => `${Intl.DateTimeFormat().resolvedOptions().timeZone}, ${new Date().toISOString()}`),
  await look('数据目录 / data', async () => config.dataDir),
  await look('磁盘 / disk', () => disk(config.dataDir)),
  ...(await ofDatabase(config)),
  await look('学生端 / student site', async () => {
    if (!existsSync(join(import.meta.dirname, '../../../web/dist/index.html'))) throw new Error('还没有构建，运行 npm run build / not built, run npm run build')
    return 'ok'
  }),
  await look('邮件 / mail', () => mailServer(config)),
  await look('公开地址 / public address', () => publicAddress(config)),
]

/** Looks at everything a school needs to run and says what is wrong. */
export const doctor: Command = {
  name: 'doctor',
  does: { zh: '检查运行环境', en: 'examine this installation' },
  run: async () => {
    let findings: Finding[]
    try {
      findings = await examine(prepareDataFolder(readSettings(process.env)))
    } catch (error) {
      findings = [{ ok: false, what: problemText(error) }]
    }
    for (const { ok, what } of findings) console.log(`${ok ? '✓' : '✗'} ${what}`)
    return findings.every(({ ok }) => ok) ? 0 : 1
  },
}
