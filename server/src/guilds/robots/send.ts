import { randomUUID } from 'node:crypto'
import { adminPaths, paths } from '@tongchuang/contract/paths.ts'
import type { App } from '../../app-services.ts'
import { storedValue } from '../../db/stored-json.ts'
import type { Turn } from '../../job-leases.ts'
import { notify } from '../../messages/store.ts'
import { publicAddress } from '../../public-address.ts'
import { staffToTell } from '../scope-store.ts'
import {
  countSent,
  dropOf,
  gather,
  listSpeaking,
  listWaiting,
  noteTry,
  settle,
  sweepDeliveries,
  type Delivery,
  type SpeakingRobot,
} from './delivery-store.ts'
import type { Outcome } from './platforms.ts'
import { longestPauseMs, mostAMinute, mostFailures, pauseAfter, pauseWithoutSecret, quietEnd } from './quiet-rules.ts'
import { noteHealth } from './robot-store.ts'
import { opened, say } from './say.ts'
import { textOf, type SaidEvent } from './text-rules.ts'

const minuteMs = 60_000
const atOnce = 8
const inOneRun = 200

type School = { zone: string; site_name: string; base: string }

const saidOf = ({ event, count, data }: Delivery): SaidEvent => ({ event, count, ...storedValue(data) })

/** What a JSON robot gets beside the text: the same, in parts; a title only where titles may be said. */
const fieldsOf = (robot: SpeakingRobot, events: readonly SaidEvent[], base: string) => ({
  guild: { id: robot.guild_id, name: robot.guild },
  events: events.map(({ event, count, title, link, due_at, expected, missing }) => ({
    event,
    count,
    ...(robot.titles && event !== 'announcement' && { title }),
    ...(base !== '' && { link: base + link }),
    ...(due_at !== undefined && { due_at: new Date(due_at).toISOString(), expected, missing }),
  })),
})

/**
 * The next message of a robot: one that was begun comes first, unchanged; too many deliveries at once, or some from the
 * quiet hours, are combined into one.
 */
const nextMessage = async (app: App, robot: SpeakingRobot, zone: string, now: number): Promise<Delivery[]> => {
  const waiting = await listWaiting(app.db, robot.id, now)
  const old = waiting.filter(({ not_after }) => Number(not_after) <= now)
  const ids = old.map(({ id }) => id)
  await settle(app.db, { ids }, 'dropped', now)
  const left = waiting.filter(({ id }) => !ids.includes(id))
  const begun = left.find(({ batch }) => batch !== null)
  if (begun) return left.filter(({ batch }) => batch === begun.batch)
  const allowed = mostAMinute - (await countSent(app.db, robot.id, minuteMs, now))
  const [first] = left
  if (!first || allowed <= 0) return []
  const cameQuietly = left.some(({ created_at }) => quietEnd(Number(created_at), zone, robot) !== null)
  const some = cameQuietly || left.length > allowed ? left : [first]
  const chosen = some.map(({ id }) => id)
  // Stored before it is sent: a process that takes over sends the same message under the same id.
  const gathered = await gather(app.db, chosen, randomUUID())
  return gathered.toSorted((one, other) => chosen.indexOf(one.id) - chosen.indexOf(other.id))
}

/** Switches a robot off automatically: its deliveries are dropped, and those who lead the guild are told. */
const stop = (app: App, robot: SpeakingRobot, { problem, said }: Outcome, failures: number, now: number) =>
  app.db.transaction().execute(async (db) => {
    const failing_since = robot.failing_since ?? now
    const health = { failures, failing_since, problem, said, enabled: false, stopped_at: now }
    if (!(await noteHealth(db, robot, health))) return
    await dropOf(db, robot.id, now)
    await notify(db, {
      user_id: await staffToTell(db, robot.guild_id, null),
      type: 'notice',
      kind: 'robot.stopped',
      data: { guild: robot.guild, robot: robot.name },
      link: adminPaths.guild(robot.guild_id, 'settings'),
      about: `robot:${robot.id}`,
      guild_id: robot.guild_id,
      now,
    })
  })

/** Stores the outcome of a message; returns whether the robot goes on speaking. */
const note = async (app: App, robot: SpeakingRobot, batch: string, outcome: Outcome, now: number): Promise<boolean> => {
  const { problem, said, waitMs } = outcome
  if (problem === null) {
    await app.db.transaction().execute(async (db) => {
      await noteTry(db, batch, { problem, said: '', now })
      await settle(db, { batch }, 'sent', now)
      const fine = { failures: 0, failing_since: null, next_at: 0, problem: null, said: '', sent_at: now }
      await noteHealth(db, robot, fine)
    })
    return true
  }
  app.log.warn({ robot: robot.id, problem, failures: robot.failures }, 'a message of a robot did not get through')
  await noteTry(app.db, batch, { problem, said, now })
  const failing_since = robot.failing_since ?? now
  // Under another server secret the address cannot be decrypted: the robot has not failed, and continues once whoever
  // runs the server has restored the secret.
  if (problem === 'SLOW' || problem === 'SECRET') {
    const next_at = now + Math.min(waitMs, longestPauseMs)
    await noteHealth(app.db, robot, { failing_since, next_at, problem, said })
    return false
  }
  const failures = robot.failures + 1
  if (problem === 'GONE' || failures >= mostFailures) await stop(app, robot, outcome, failures, now)
  else await noteHealth(app.db, robot, { failures, failing_since, next_at: now + pauseAfter(failures), problem, said })
  return false
}

/** Sends one message after the other until nothing is left, something fails, or the limit of a minute is reached. */
const speak = async (app: App, robot: SpeakingRobot, school: School, turn: Turn): Promise<void> => {
  const { zone, site_name, base } = school
  const quiet = quietEnd(app.clock(), zone, robot)
  if (quiet !== null) {
    await noteHealth(app.db, robot, { next_at: quiet })
    return
  }
  const target = opened(app, robot)
  for (let told = 0; told < mostAMinute; told += 1) {
    const now = app.clock()
    const message = await nextMessage(app, robot, zone, now)
    const batch = message[0]?.batch
    if (!batch) return
    const events = message.map(saidOf)
    const { language, guild, titles } = robot
    const guild_link = paths.guild({ id: robot.guild_id })
    const text = textOf({ language, zone, now, site_name, guild, guild_link, base, titles: Boolean(titles), events })
    await turn.check()
    const outcome: Outcome =
      target === null
        ? { problem: 'SECRET', said: '', waitMs: pauseWithoutSecret }
        : await say(app, { ...target, id: batch, text, fields: fieldsOf(robot, events, base), now })
    if (!(await note(app, robot, batch, outcome, now))) return
  }
}

/**
 * Sends the messages of all robots that have something to say, at most 200 in a run; eight in parallel, so that a slow
 * one delays nobody.
 */
export const letRobotsSpeak = async (app: App, now: number, turn: Turn): Promise<void> => {
  const robots = await listSpeaking(app.db, now, inOneRun)
  if (robots.length === 0) return
  const settings = await app.settings()
  const base = publicAddress(app.config, settings)
  const school = { zone: settings.timezone, site_name: settings.site_name, base }
  const queue = robots.values()
  const oneByOne = async () => {
    for (const robot of queue) await speak(app, robot, school, turn)
  }
  await Promise.all(Array.from({ length: atOnce }, oneByOne))
}

/** Messages of robots are sent by a timed job, in only one of the processes. */
export const registerRobotJobs = (app: App): void => {
  app.jobs.every('robots.send', 10, (now, turn) => letRobotsSpeak(app, now, turn))
  app.removal.every('robots.sweep', 3_600, 'expired', (now) => sweepDeliveries(app.db, now))
}
