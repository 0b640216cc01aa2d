import { statfs } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { isLocalAddress } from '@tongchuang/contract/web-address.ts'
import { systemAdmin } from '@tongchuang/contract/system.admin.ts'
import { fail } from '@tongchuang/contract/errors.ts'
import { emailKey } from '../accounts/keys.ts'
import type { App } from '../app-services.ts'
import { iso } from '../db/time.ts'
import { damagedFiles } from '../files/damage-store.ts'
import { minFreeBytes } from '../http/health.ts'
import { implement } from '../http/implement.ts'
import { say, type Bilingual } from '../http/language.ts'
import { invalid } from '../http/problem.ts'
import { publicAddress } from '../public-address.ts'
import { listStops } from '../removal.ts'
import { hasPublishedPassword } from '../sample-password.ts'
import { problemsOf } from '../start-problems.ts'
import { StoreAway } from '../storage/store-away.ts'
import { version } from '../version.ts'
import { examine } from './examination.ts'
import { testLetter } from './letters.ts'
import { eventState, jobStates, mailState } from './store.ts'

type Finding = {
  kind:
    | 'DISK'
    | 'FILES_DAMAGED'
    | 'STORE_AWAY'
    | 'REMOVAL_STOPPED'
    | 'SAMPLE_PASSWORD'
    | 'SCHOOL_KIND'
    | 'NO_BASE_URL'
    | 'LOCAL_ADDRESS'
    | 'NO_HTTPS'
    | 'NO_MAIL'
    | 'MAIL_FAILING'
    | 'JOB_FAILING'
    | 'EVENTS_WAITING'
  detail: string
}

const namedDamaged = 50
const storeMs = 1_500
const lateMs = 10 * 60_000
const oneDay = 24 * 3_600_000

const diskOf = async (folder: string): Promise<{ free: number; total: number }> => {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { free: bavail * bsize, total: blocks * bsize }
}

/** The finding about the address of the site, if any; a sample school needs no address. */
const addressFinding = (site: string, isSample: boolean): Finding | false => {
  if (site === '') return !isSample && { kind: 'NO_BASE_URL', detail: '' }
  if (isLocalAddress(site)) return { kind: 'LOCAL_ADDRESS', detail: site }
  return site.startsWith('http:') && { kind: 'NO_HTTPS', detail: site }
}

/** Why stored files cannot be reached now; null where they can. The page waits briefly for a store that is away. */
const storeProblem = async ({ files }: App): Promise<Bilingual | null> => {
  const late = pause(storeMs, 'late' as const, { ref: false })
  try {
    return (await Promise.race([files.check?.(), late])) === 'late' ? problemsOf(new StoreAway(null)) : null
  } catch (error) {
    return problemsOf(error)
  }
}

type Job = Awaited<ReturnType<typeof jobStates>>[number]
const jobAt =
  (now: number) =>
  ({ name, held_until, last_at, next_at, failed_at, failed_reason }: Job) => ({
    name,
    running: held_until > now,
    last_at: iso(last_at),
    next_at: next_at > 0 ? iso(next_at) : null,
    failed_at: iso(failed_at),
    failed_reason,
  })

/** The state of the server, for administrators. */
export const systemRoutes = (app: App): void => {
  const { db, config, mail } = app
  let underWay: ReturnType<typeof examine> | null = null
  implement(
    app,
    systemAdmin,
    {
      read: async (_, { now, language }) => {
        const [disk, jobs, { late, lately, ...letters }, events, damaged, stops, published, settings, away] =
          await Promise.all([
            diskOf(config.dataDir),
            jobStates(db),
            mailState(db, now - oneDay),
            eventState(db),
            damagedFiles(db, namedDamaged),
            listStops(db),
            config.demo ? false : hasPublishedPassword(db),
            app.settings(),
            storeProblem(app),
          ])
        const failing = jobs.filter(({ failed_at }) => failed_at !== null)
        const isLate = events.oldest_at !== null && now - events.oldest_at > lateMs
        const findings: (Finding | false)[] = [
          disk.free < minFreeBytes && { kind: 'DISK', detail: String(disk.free) },
          away !== null && { kind: 'STORE_AWAY', detail: say(away, language) },
          damaged.total > 0 && { kind: 'FILES_DAMAGED', detail: String(damaged.total) },
          stops.length > 0 && { kind: 'REMOVAL_STOPPED', detail: String(stops.length) },
          published && { kind: 'SAMPLE_PASSWORD', detail: '' },
          failing.length > 0 && { kind: 'JOB_FAILING', detail: failing.map(({ name }) => name).join(', ') },
          // Letters that have failed several times report an outage at once; letters that were given up count for one
          // day only, so that an outage that is over is not reported for long.
          lately + late > 0 && { kind: 'MAIL_FAILING', detail: letters.last_failure ?? '' },
          isLate && { kind: 'EVENTS_WAITING', detail: String(events.waiting) },
          // A school without an answer to this question is asked once, and keeps its settings until then.
          settings.school_kind === null && !config.demo && { kind: 'SCHOOL_KIND', detail: '' },
          addressFinding(publicAddress(config, settings), config.demo),
          !mail.enabled && { kind: 'NO_MAIL', detail: '' },
        ]
        return {
          version,
          node: process.version,
          database: app.database.dialect,
          disk,
          jobs: jobs.map(jobAt(now)),
          mail: { enabled: mail.enabled, ...letters },
          events: { ...events, oldest_at: iso(events.oldest_at) },
          damaged: { total: damaged.total, list: damaged.list },
          stops: stops.map(({ name: job, wanted, total, found_at }) => ({
            job,
            wanted,
            total,
            found_at: iso(found_at),
          })),
          findings: findings.filter((finding) => finding !== false),
        }
      },

      continueRemoval: async ({ job, wanted }, { user_id }) => {
        if (!(await app.removal.goOn(job, wanted, user_id))) throw fail('NOT_FOUND')
        return {}
      },

      examine: async (_, { language }) => {
        // Concurrent callers share one examination, so that the database is read once.
        underWay ??= examine(config, app.database).finally(() => {
          underWay = null
        })
        const found = await underWay
        return { findings: found.map(({ what, state, detail }) => ({ what, state, detail: say(detail, language) })) }
      },

      testMail: async ({ to }, { user_id }) => {
        if (!mail.enabled) throw fail('NO_MAIL')
        if (!emailKey(to)) throw invalid('to', '邮箱地址不对', 'This is not an email address')
        const settings = await app.settings()
        const letter = testLetter(settings.site_name, publicAddress(config, settings))
        await db.transaction().execute((db) => mail.queue(db, { to: to.trim(), ...letter }))
        app.log.info({ user: user_id }, 'a test letter was asked for')
        return {}
      },
    },
    { examine: { timeoutMs: 20_000 } },
  )
}
