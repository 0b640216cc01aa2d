import { createHmac, randomUUID } from 'node:crypto'
import type { Input, Output } from '@tongchuang/contract/call.ts'
import { fail } from '@tongchuang/contract/errors.ts'
import { paths } from '@tongchuang/contract/paths.ts'
import { mostRobots, robotsAdmin, type RobotKind } from '@tongchuang/contract/robots.admin.ts'
import type { App } from '../app-services.ts'
import { orNotFound } from '../db/or-not-found.ts'
import type { Db } from '../db/schema.ts'
import { storedValue } from '../db/stored-json.ts'
import { iso } from '../db/time.ts'
import { implement } from '../http/implement.ts'
import { invalid } from '../http/problem.ts'
import type { Person } from '../http/session.ts'
import { publicAddress } from '../public-address.ts'
import { closeText } from '../storage/secret-text.ts'
import { lockGuild } from './lock-store.ts'
import { listedHosts, robotAddress, type RobotAddress } from './robots/address-rules.ts'
import { dropOf, listDeliveries, type StoredDelivery } from './robots/delivery-store.ts'
import {
  addRobot,
  changeRobot,
  findRobot,
  listRobots,
  noteHealth,
  removeRobot,
  robotAt,
  switchRobot,
  type ShownRobot,
} from './robots/robot-store.ts'
import { opened, robotPurpose, say, type Opened } from './robots/say.ts'
import { registerRobotJobs } from './robots/send.ts'
import { testTextOf } from './robots/text-rules.ts'
import { mayLead, type Staff } from './rules.ts'
import { guildForStaff } from './staff-access.ts'

const testsAMinute = 6
const shortestKey = 16

const shown = (row: ShownRobot): Output<typeof robotsAdmin.save> => ({
  id: row.id,
  kind: row.kind,
  name: row.name,
  events: storedValue(row.events),
  titles: Boolean(row.titles),
  language: row.language,
  quiet_from: row.quiet_from,
  quiet_until: row.quiet_until,
  address_shown: row.address_shown,
  has_secret: row.secret !== '',
  version: row.version,
  enabled: Boolean(row.enabled),
  stopped_at: iso(row.stopped_at),
  moved: Number(row.moved) === 1,
  sent_at: iso(row.sent_at),
  sent_week: Number(row.sent_week ?? 0),
  waiting: Number(row.waiting ?? 0),
  failing_since: iso(row.failing_since),
  problem: row.problem,
  said: row.said,
})

const delivered = ({ batch, ...row }: StoredDelivery) => ({
  ...row,
  message: batch,
  created_at: iso(row.created_at),
  settled_at: iso(row.settled_at),
  tried_at: iso(row.tried_at),
})

/** A guild that the user leads, archived or not. */
const ledGuild = async (db: Db, guild_id: number, user_id: number) => {
  const found = await guildForStaff(db, guild_id, user_id)
  if (!mayLead(found.staff)) throw fail('ROLE')
  return found
}

/** The same, unless it is archived: robots say nothing for an archived guild. */
const openGuild = async (db: Db, guild_id: number, user_id: number) => {
  const found = await ledGuild(db, guild_id, user_id)
  if (found.guild.status === 'archived') throw fail('ARCHIVED')
  return found
}

/** An address that this person may use. */
const mustBeAddress = (kind: RobotKind, typed: string, staff: Staff): RobotAddress => {
  const address = robotAddress(kind, typed)
  if (!address || address.standing === 'wrong')
    throw invalid(
      'secret_address',
      '地址不对，请从群机器人的设置里整条复制',
      'Copy the whole address from the settings of the robot',
    )
  if (address.standing === 'other' && staff.role !== 'admin') throw fail('ROBOT_ADDRESS')
  return address
}

/** What messages of a kind are signed with; '' for none. */
const mustBeSecret = (kind: RobotKind, typed: string | null | undefined): string => {
  const secret = typed?.trim() ?? ''
  if (kind === 'json' && secret.length < shortestKey)
    throw invalid('secret', `密钥至少${shortestKey}个字符`, `The secret needs at least ${shortestKey} characters`)
  if (kind === 'wecom' && secret !== '')
    throw invalid('secret', '企业微信的机器人没有密钥', 'Robots of this platform have no secret')
  return secret
}

const save = async (app: App, input: Input<typeof robotsAdmin.save>, { user_id, now }: Person) => {
  const { guild_id, id, version, kind, secret_address: typed, secret, events, ...set } = input
  const { staff } = await openGuild(app.db, guild_id, user_id)
  const close = (text: string) => (text === '' ? '' : closeText(app.config.secret, robotPurpose, text))
  const given = { ...set, events: JSON.stringify([...new Set(events)]) }
  const before = id === undefined ? undefined : orNotFound(await findRobot(app.db, guild_id, id, now))
  if (before && before.kind !== kind)
    throw invalid('kind', '种类定了就不能改，请另接一个', 'Its kind stays: set another one up')
  if (!before && typed === undefined)
    throw invalid('secret_address', '请填写机器人地址', 'Fill in the address of the robot')
  const place = typed === undefined ? null : mustBeAddress(kind, typed, staff)
  const isSigned = place !== null || secret !== undefined
  const where = {
    ...(place && {
      address: close(place.href),
      address_shown: place.shown,
      address_key: createHmac('sha256', app.config.secret).update(`robot:${place.href}`).digest('base64url'),
    }),
    ...(isSigned && { secret: close(mustBeSecret(kind, secret)) }),
  }
  return app.db.transaction().execute(async (db) => {
    // Of two robots set up at once, the second is counted with the first.
    await lockGuild(db, guild_id)
    // Behind the lock: whoever is removed from the staff at this moment changes nothing any more.
    await openGuild(db, guild_id, user_id)
    const taken = where.address_key ? await robotAt(db, guild_id, where.address_key) : undefined
    if (taken && taken.id !== id) {
      const isSame = !before && taken.name === given.name && taken.kind === kind && taken.events === given.events
      if (!isSame) throw invalid('secret_address', '这个群已经接上了', 'This group is connected already')
      return shown(orNotFound(await findRobot(db, guild_id, taken.id, now)))
    }
    if (before) {
      if (!(await changeRobot(db, { id: before.id, version: version ?? -1 }, { ...given, ...where })))
        throw fail('CONFLICT')
      return shown(orNotFound(await findRobot(db, guild_id, before.id, now)))
    }
    if ((await listRobots(db, guild_id, now)).length >= mostRobots) throw fail('TOO_MANY_ROBOTS', { max: mostRobots })
    const { address = '', address_key = '', address_shown = '', secret: closed = '' } = where
    const empty = { failing_since: null, problem: null, sent_at: null, stopped_at: null }
    const row = { ...{ guild_id, kind, enabled: true, created_at: now }, ...given, ...empty }
    const made = await addRobot(db, { ...row, address, address_key, address_shown, secret: closed })
    // Somebody set it up at the same moment: it is the same robot.
    const robot_id = made ?? orNotFound(await robotAt(db, guild_id, address_key)).id
    return shown(orNotFound(await findRobot(db, guild_id, robot_id, now)))
  })
}

/** The robot to test: a stored one, or one as typed. */
const tried = (app: App, input: Input<typeof robotsAdmin.test>, row: ShownRobot | undefined, staff: Staff) => {
  if (input.secret_address === undefined) {
    if (!row) throw invalid('secret_address', '请填写机器人地址', 'Fill in the address of the robot')
    return opened(app, row)
  }
  const kind = row?.kind ?? input.kind
  if (kind === undefined) throw invalid('kind', '请选是哪种群', 'Choose the kind of group')
  const { href } = mustBeAddress(kind, input.secret_address, staff)
  return { kind, address: href, secret: mustBeSecret(kind, input.secret) } satisfies Opened
}

const test = async (app: App, input: Input<typeof robotsAdmin.test>, { user_id, now, language, origin }: Person) => {
  const { guild_id, id } = input
  const { guild, staff } = await openGuild(app.db, guild_id, user_id)
  const row = id === undefined ? undefined : orNotFound(await findRobot(app.db, guild_id, id, now))
  const target = tried(app, input, row, staff)
  if ((await app.limits.hit(app.db, `robot-test:${guild_id}`, 60, now)) > testsAMinute)
    throw fail('TOO_FAST', { seconds: 60 })
  if (target === null) return { problem: 'SECRET' as const, said: '', took_ms: 0 }
  const settings = await app.settings()
  const base = publicAddress(app.config, settings, origin)
  const words = { language: input.language ?? row?.language ?? language, site_name: settings.site_name }
  const text = testTextOf({ ...words, guild: guild.name, base, guild_link: paths.guild({ id: guild_id }) })
  const fields = { guild: { id: guild_id, name: guild.name }, events: [], test: true }
  const begun = performance.now()
  const { problem, said } = await say(app, { ...target, id: randomUUID(), text, fields, now })
  const took_ms = Math.round(performance.now() - begun)
  // A test of a typed address says nothing about the stored robot.
  if (row && input.secret_address === undefined)
    await noteHealth(
      app.db,
      row,
      problem === null
        ? { failures: 0, failing_since: null, next_at: 0, problem: null, said: '', sent_at: now }
        : { failing_since: row.failing_since ?? now, problem, said },
    )
  return { problem, said, took_ms }
}

/** The robots of a guild’s class groups, for those who lead it. */
export const robotRoutes = (app: App): void => {
  registerRobotJobs(app)
  implement(
    app,
    robotsAdmin,
    {
      list: async ({ guild_id }, { user_id, now, origin }) => {
        const { staff } = await ledGuild(app.db, guild_id, user_id)
        const robots = await listRobots(app.db, guild_id, now)
        const has_link = publicAddress(app.config, await app.settings(), origin) !== ''
        return { robots: robots.map(shown), has_link, any_address: staff.role === 'admin', hosts: [...listedHosts] }
      },

      save: (input, caller) => save(app, input, caller),
      test: (input, caller) => test(app, input, caller),

      deliveries: async ({ guild_id, id, ...page }, { user_id, now }) => {
        await ledGuild(app.db, guild_id, user_id)
        orNotFound(await findRobot(app.db, guild_id, id, now))
        const found = await listDeliveries(app.db, id, page)
        return { ...found, list: found.list.map(delivered) }
      },

      switch: async ({ guild_id, id, enabled }, { user_id, now }) => {
        return app.db.transaction().execute(async (db) => {
          await lockGuild(db, guild_id)
          await openGuild(db, guild_id, user_id)
          const before = orNotFound(await findRobot(db, guild_id, id, now))
          if (Boolean(before.enabled) !== enabled || Number(before.moved) === 1) await switchRobot(db, id, enabled)
          if (!enabled) await dropOf(db, id, now)
          return shown(orNotFound(await findRobot(db, guild_id, id, now)))
        })
      },

      remove: async ({ guild_id, id }, { user_id }) => {
        return app.db.transaction().execute(async (db) => {
          await lockGuild(db, guild_id)
          await ledGuild(db, guild_id, user_id)
          if (!(await removeRobot(db, guild_id, id))) throw fail('NOT_FOUND')
          return {}
        })
      },
    },
    { test: { timeoutMs: 12_000 } },
  )
}
