import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { rankings } from '@tongchuang/contract/rankings.ts'
import { aUser } from '../accounts/factory.ts'
import { aGuild, aMember } from '../guilds/factory.ts'
import { endMembership } from '../guilds/store.ts'
import { experiencePoints, type ExperienceKind } from '../ledger/rules.ts'
import { earn, reverse } from '../ledger/store.ts'
import { anEnrolment, aTask } from '../tasks/factory.ts'
import { applyOutcome, excuseEnrolment } from '../tasks/enrolment/outcome.ts'
import { findEnrolment } from '../tasks/enrolment-store.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { walksOf } from '../testing/test-database.ts'

let school: School
beforeEach(async () => {
  school = await testApp()
})
afterEach(() => school.close())

const hour = 3_600_000
const zone = 'Asia/Shanghai'
const termBegin = Date.parse('2026-08-31T16:00:00Z')

/** Both rankings of a guild’s term, recomputed from the ledger and the rows in a slow, independent way. */
const reference = async (guild_id: number) => {
  const { db } = school.app
  const members = await db
    .selectFrom('guild_members')
    .selectAll()
    .where('guild_id', '=', guild_id)
    .where('status', '=', 'member')
    .execute()
  const rows = await db
    .selectFrom('enrolments')
    .innerJoin('tasks', 'tasks.id', 'enrolments.task_id')
    .selectAll('enrolments')
    .select(['points', 'difficulty'])
    .where('enrolments.guild_id', '=', guild_id)
    .execute()
  const entries = await db
    .selectFrom('ledger_entries')
    .selectAll()
    .where('guild_id', '=', guild_id)
    .where('ledger', '=', 'experience')
    .execute()
  const results = members.map(({ user_id }) => {
    const best = new Map<number, { p: number; w: number }>()
    for (const row of rows) {
      if (
        row.user_id !== user_id ||
        row.released_at === null ||
        row.percent_final === null ||
        row.released_at < termBegin
      )
        continue
      const known = best.get(row.task_id)
      best.set(row.task_id, { p: Math.max(known?.p ?? 0, row.percent_final), w: row.points * row.difficulty })
    }
    return { user_id, list: [...best.values()] }
  })
  const all = results.flatMap(({ list }) => list)
  const mean = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0) / Math.max(1, numbers.length)
  const [mu, w] = [mean(all.map((one) => one.p)), mean(all.map((one) => one.w))]
  const excellent = results
    .filter(({ list }) => list.length >= 3)
    .map(({ user_id, list }): [number, number] => {
      const picked = entries
        .filter((entry) => entry.user_id === user_id && entry.kind === 'featured')
        .reduce((sum, { points }) => sum + points / 30, 0)
      const pulled = [...list, { p: mu, w }, { p: mu, w }, { p: mu, w }]
      const value = pulled.reduce((sum, one) => sum + one.p * one.w, 0) / pulled.reduce((sum, one) => sum + one.w, 0)
      return [user_id, Math.round((value + Math.min(5, picked)) * 10 + 1e-6) / 10]
    })
  const effort = members
    .map(({ user_id }): [number, number] => [
      user_id,
      entries.filter((entry) => entry.user_id === user_id).reduce((sum, { points }) => sum + points, 0),
    ])
    .filter(([, value]) => value > 0)
  const placed = (values: [number, number][]) =>
    values
      .map(([user_id, value]) => [
        user_id,
        value,
        new Set(values.map(([, other]) => other).filter((other) => other > value)).size + 1,
      ])
      .toSorted()
  return { excellent: placed(excellent), workhard: placed(effort) }
}

test('after any walk of results, corrections, excuses, effort and leaving, the counters are what ledgers and results say', async () => {
  const { db } = school.app
  await school.app.changeSettings({ ranking_values: true })
  const reader = await aUser(db, { password_hash: '-' })
  const step = fc.record({
    what: fc.constantFrom(
      'result',
      'result',
      'result',
      'correct',
      'excuse',
      'earn',
      'earn',
      'reverse',
      'leave',
      'follow',
      'look',
    ),
    who: fc.integer({ min: 0, max: 6 }),
    which: fc.integer({ min: 0, max: 5 }),
    percent: fc.integer({ min: 0, max: 100 }),
    kind: fc.constantFrom<ExperienceKind>('submit_first', 'pass', 'featured', 'discuss'),
    hours: fc.integer({ min: 0, max: 5 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 30, maxLength: 60 }), async (steps) => {
      const guild = await aGuild(db)
      const people = await Promise.all(Array.from({ length: 7 }, () => aUser(db, { password_hash: '-' })))
      for (const { id } of [...people, reader]) await aMember(db, { guild_id: guild.id, user_id: id })
      const tasks = await Promise.all(
        Array.from({ length: 6 }, (_, at) =>
          aTask(db, { guild_id: guild.id, points: 50 + 10 * at, difficulty: 1 + (at % 5) }),
        ),
      )
      const rows = new Map<string, number>()
      for (const { what, who, which, percent, kind, hours } of steps) {
        school.clock.move(hours * hour)
        const [user, task, now] = [people[who]!, tasks[which]!, school.clock.now()]
        const key = `${who} ${which}`
        const id = rows.get(key)
        const row = id === undefined ? undefined : await findEnrolment(db, id)
        const outcome = {
          task,
          decision: 'pass' as const,
          score: percent,
          percent_final: percent,
          actor_id: null,
          now,
          zone,
        }
        const award = { user_id: user.id, kind, source_type: 'thing', source_id: which, guild_id: guild.id, now, zone }
        await db.transaction().execute(async (db) => {
          if (what === 'result' && !row) {
            const made = await anEnrolment(db, task, { user_id: user.id, state: 'submitted', accepted_at: now })
            rows.set(key, made.id)
            await applyOutcome(db, { ...outcome, enrolment: made })
          }
          if (what === 'correct' && row?.state === 'passed')
            await applyOutcome(db, { ...outcome, enrolment: row, correction: true })
          if (what === 'excuse' && row?.state === 'passed')
            await excuseEnrolment(db, task, row, { actor_id: null as never, reason: '病假', now, zone })
          if (what === 'earn')
            await earn(db, { ...award, ...(kind === 'featured' ? {} : { points: experiencePoints[kind] }) })
          if (what === 'reverse') await reverse(db, award)
          if (what === 'leave')
            await endMembership(db, school.app.events, { guild_id: guild.id, user_id: user.id, status: 'left' })
        })
        // Looking changes nothing.
        if (what === 'look') await school.as(reader)(rankings.excellent, { guild_id: guild.id })
        if (what === 'follow') await school.app.jobs.run('rankings.follow')
      }
      await school.app.events.drain()
      await school.app.jobs.run('rankings.follow')
      const kept = await db
        .selectFrom('ranking_rows')
        .selectAll()
        .where('guild_id', '=', guild.id)
        .where('period', '=', 'term-2026-09-01')
        .execute()
      const expected = await reference(guild.id)
      const excellent = kept.flatMap((row) =>
        row.excellent === null ? [] : [[row.user_id, row.excellent / 10, row.excellent_rank]],
      )
      expect(excellent.toSorted()).toEqual(expected.excellent)
      const workhard = kept.flatMap((row) =>
        row.workhard_rank === null ? [] : [[row.user_id, row.experience, row.workhard_rank]],
      )
      expect(workhard.toSorted()).toEqual(expected.workhard)
    }),
    { numRuns: walksOf(6) },
  )
}, 60_000)
