import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { sql } from 'kysely'
import type { Config } from '../config.ts'
import { DatabaseNewer, MigrationsWaiting, WrongEncoding } from '../db/errors.ts'
import { encodingOf, migrate } from '../db/migrate.ts'
import type { Database } from '../db/open.ts'
import { saidOfDamage } from '../files/damage.ts'
import { damagedFiles } from '../files/damage-store.ts'
import { minFreeBytes } from '../http/health.ts'
import type { Bilingual } from '../http/language.ts'
import { mismatchOf, WrongInstallation } from '../installation.ts'
import type { Resolve } from '../outbound/outbound.ts'
import { publicAddress } from '../public-address.ts'
import { readSettings } from '../settings.ts'
import type { ObjectSettings } from '../storage/object-settings.ts'
import { openStores } from '../storage/open-stores.ts'
import { problemsOf } from '../start-problems.ts'
import { providersOutside, robotsOutside } from './examine-outside.ts'
import { networkProblem } from '../network-problem.ts'
import { keptBySecret, saidOfClosed } from './server-secret.ts'
import { mailState } from './store.ts'

/** The parts of an installation that are examined. */
export type Examined =
  | 'disk'
  | 'database'
  | 'schema'
  | 'secret'
  | 'store'
  | 'files'
  | 'pages'
  | 'mail'
  | 'address'
  | 'outside'
  | 'providers'

/** The result of one check; `unset` is neither good nor bad. */
export type Finding = { what: Examined; state: 'ok' | 'unset' | 'wrong'; detail: Bilingual }

type Seen = Omit<Finding, 'what'>

/** The time limit of each check: the caller waits for all of them. */
const DEFAULT_TIMEOUT_MS = 15_000
const NETWORK_MS = 5_000
const oneDay = 24 * 3_600_000

const same = (text: string): Bilingual => ({ zh: text, en: text })
const ok = (detail: Bilingual): Seen => ({ state: 'ok', detail })
const unset = (zh: string, en: string): Seen => ({ state: 'unset', detail: { zh, en } })
const wrong = (detail: Bilingual): Seen => ({ state: 'wrong', detail })

const disk = async (folder: string): Promise<Seen> => {
  const { bavail, bsize } = await statfs(folder)
  const free = `${Math.floor((bavail * bsize) / 2 ** 20)} MB`
  if (bavail * bsize < minFreeBytes) return wrong({ zh: `剩余空间不足：${free}`, en: `Little space left: ${free}` })
  return ok({ zh: `剩余${free}`, en: `${free} free` })
}

const schema = async (upgraded: Promise<unknown>): Promise<Seen> => {
  try {
    await upgraded
    return ok({ zh: '最新', en: 'Up to date' })
  } catch (error) {
    if (!(error instanceof MigrationsWaiting)) throw error
    const { length } = error.names
    return ok({ zh: `下次启动时升级${length}步`, en: `${length} steps at the next start` })
  }
}

/** Whether everything encrypted with the server's secret can be decrypted. */
const serverSecret = async ({ secret }: Config, { db }: Database, upgraded: Promise<unknown>): Promise<Seen> => {
  await upgraded
  const kept = await keptBySecret(db, secret)
  const closed = saidOfClosed(kept)
  if (closed) return wrong(closed)
  if (kept.all === 0) return ok({ zh: '还没有用它加密的内容', en: 'Nothing is encrypted with it yet' })
  return ok({ zh: `${kept.all}项加密的内容都打得开`, en: `Opens all that is encrypted: ${kept.all}` })
}

/** Whether the object store accepts the credentials and has the bucket. */
const objectStore = async (objects: ObjectSettings): Promise<Seen> => {
  const { openBucket } = await import('../storage/bucket.ts')
  const bucket = openBucket(objects)
  try {
    await bucket.check()
    return ok(same(`${objects.endpoint ?? objects.region} ${objects.bucket}`))
  } finally {
    bucket.client.destroy()
  }
}

const NAMED = 20

/** Throws where database and files do not belong together, since the next start would be refused. */
const refuseApart = async (config: Config, database: Database, upgraded: Promise<unknown>): Promise<void> => {
  const isOld = await upgraded.then(
    () => false,
    () => true,
  )
  const { files } = await openStores(config)
  const mismatch = await mismatchOf({ database, dataDir: config.dataDir, files }).catch((error: unknown) => {
    // A store that does not answer has a finding of its own, and old tables are checked after the upgrade.
    if (config.objects || isOld) return null
    throw error
  })
  if (mismatch) throw new WrongInstallation(mismatch)
}

/** The outcome of comparing stored files with their rows. */
const storedFiles = async (config: Config, database: Database, upgraded: Promise<unknown>): Promise<Seen> => {
  await refuseApart(config, database, upgraded)
  await upgraded
  const { total, last_at, list } = await damagedFiles(database.db, NAMED)
  if (total > 0) {
    const named = list.map(({ name, owner, task, damage }) => ({
      of: [name, owner, ...(task ? [task] : [])],
      ...saidOfDamage(damage),
    }))
    return wrong({
      zh: `${total}个文件缺失或损坏：${named.map(({ of, zh }) => `${of.join('，')}，${zh}`).join('；')}${total > NAMED ? '；……' : ''}`,
      en: `Missing or damaged: ${total}. ${named.map(({ of, en }) => `${of.join(', ')}, ${en}`).join('; ')}${total > NAMED ? '; …' : ''}`,
    })
  }
  if (last_at === null) return unset('还没有核对过', 'Not compared yet')
  const day = new Date(last_at).toISOString().slice(0, 10)
  return ok({ zh: `完好，最近核对${day}`, en: `Whole, last compared ${day}` })
}

/** Checks the whole SQLite file in a separate thread: it takes seconds, during which requests are served as usual. */
const readThrough = (path: string, signal: AbortSignal): Promise<string> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL('integrity-worker.ts', import.meta.url), { workerData: path })
    signal.addEventListener('abort', () => void worker.terminate(), { once: true })
    worker.once('message', (answer: string) => resolve(answer))
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('stopped')))
  })

const integrity = async ({ db, path }: Database, signal: AbortSignal): Promise<Seen> => {
  if (path === null) {
    const { rows } = await sql<{ version: string }>`select version() as version`.execute(db)
    const encoding = await encodingOf({ db, dialect: 'postgres' })
    if (encoding !== 'UTF8') return wrong(problemsOf(new WrongEncoding(encoding)))
    return ok(same(rows[0]?.version.split(' on ', 1)[0] ?? ''))
  }
  const answer = await readThrough(path, signal)
  return answer === 'ok' ? ok({ zh: '完好', en: 'Whole' }) : wrong(same(answer))
}

const pages = async (): Promise<Seen> =>
  existsSync(join(import.meta.dirname, '../../../web/dist/index.html'))
    ? ok({ zh: '已构建', en: 'Built' })
    : wrong({ zh: '还没有构建，运行「npm run build」', en: 'Not built, run npm run build' })

/** Which letters did not leave: a server may let the school in and take none of its letters. */
const lettersLeft = async ({ db }: Database): Promise<Bilingual | null> => {
  const { late, lately, last_failure } = await mailState(db, Date.now() - oneDay)
  if (late + lately === 0) return null
  return {
    zh: `能登录，但${lately}封没有送出（一天内），${late}封还在重试，最近一次：${last_failure}`,
    en: `It lets us in; letters: ${lately} given up within a day, ${late} tried again, the last time: ${last_failure}`,
  }
}

const mailServer = async ({ smtpUrl }: Config, database: Database, upgraded: Promise<unknown>): Promise<Seen> => {
  if (!smtpUrl) return unset('没有设置SMTP_URL', 'SMTP_URL is not set')
  const { createTransport } = await import('nodemailer')
  const times = {
    connectionTimeout: NETWORK_MS,
    greetingTimeout: NETWORK_MS,
    socketTimeout: NETWORK_MS,
    dnsTimeout: NETWORK_MS,
  }
  const transport = createTransport({ url: smtpUrl, ...times })
  try {
    await transport.verify()
    await upgraded
    const left = await lettersLeft(database)
    if (left) return wrong(left)
    return ok({ zh: '邮件服务器让我们登录', en: 'The mail server lets us in' })
  } finally {
    transport.close()
  }
}

const siteAnswers = async (config: Config, database: Database): Promise<Seen> => {
  // A database that does not answer has a finding of its own.
  const decided = await readSettings(database.db).catch(() => ({ base_url: '' }))
  const site = publicAddress(config, decided)
  if (site === '')
    return unset('没有设置BASE_URL，也没有填写站点地址', 'Neither BASE_URL nor the address of the site is set')
  const answer = await fetch(`${site}/healthz`, { signal: AbortSignal.timeout(NETWORK_MS), redirect: 'manual' })
  return answer.ok ? ok(same(site)) : wrong(same(`${site}/healthz: HTTP ${answer.status}`))
}

/** The checks of machines that are neither database nor store: their errors name no setting of ours. */
const asksOthers: ReadonlySet<Examined> = new Set(['mail', 'address'])

/** A failed or timed-out check becomes a finding and never ends the examination. */
const look = async (
  what: Examined,
  timeoutMs: number,
  examine: (signal: AbortSignal) => Promise<Seen>,
): Promise<Finding> => {
  const over = new AbortController()
  const late = pause(timeoutMs, undefined, { signal: over.signal }).then((): Seen =>
    wrong({ zh: `${timeoutMs / 1000}秒内没有答复`, en: `No answer within ${timeoutMs / 1000} s` }),
  )
  late.catch(() => {})
  const seen = examine(over.signal).catch((error: unknown): Seen => {
    if (error instanceof MigrationsWaiting)
      return unset('下次启动升级后再检查', 'Looked at after the upgrade at the next start')
    // Said once, of the schema.
    if (error instanceof DatabaseNewer && what !== 'schema')
      return unset('结构对上以后再检查', 'Looked at once the schema fits')
    return wrong((asksOthers.has(what) ? networkProblem(error) : null) ?? problemsOf(error))
  })
  const first = await Promise.race([seen, late])
  over.abort()
  return { what, ...first }
}

/** Checks only the disk. */
export const examineDisk = ({ dataDir }: Config): Promise<Finding> =>
  look('disk', DEFAULT_TIMEOUT_MS, () => disk(dataDir))

/** Checks everything a school needs to run, concurrently. */
export const examine = (
  config: Config,
  database: Database,
  timeoutMs = DEFAULT_TIMEOUT_MS,
  /** Replaces DNS resolution in tests. */
  resolve?: Resolve,
): Promise<Finding[]> => {
  const { objects, dataDir } = config
  // Run once, and shared by all checks that read tables of this version.
  const upgraded = migrate(database, { dataDir, mode: 'off' })
  upgraded.catch(() => {})
  return Promise.all([
    look('disk', timeoutMs, () => disk(dataDir)),
    look('database', timeoutMs, (signal) => integrity(database, signal)),
    look('schema', timeoutMs, () => schema(upgraded)),
    look('secret', timeoutMs, () => serverSecret(config, database, upgraded)),
    ...(objects ? [look('store', timeoutMs, () => objectStore(objects))] : []),
    look('files', timeoutMs, () => storedFiles(config, database, upgraded)),
    look('pages', timeoutMs, pages),
    look('mail', timeoutMs, () => mailServer(config, database, upgraded)),
    look('address', timeoutMs, () => siteAnswers(config, database)),
    look('outside', timeoutMs, () => robotsOutside({ config, database, upgraded, resolve })),
    look('providers', timeoutMs, () => providersOutside({ config, database, upgraded, resolve })),
  ])
}
