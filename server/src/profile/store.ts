import { sql } from 'kysely'
import { compiled } from '../db/compiled.ts'
import type { Db } from '../db/schema.ts'
import { unreadOf } from '../messages/unread-store.ts'
import { isInBin } from '../tasks/bin-store.ts'

const person = [
  'u.id',
  'u.username',
  'u.nickname',
  'u.avatar_file_id',
  'u.head',
  'u.job',
  'u.job_name',
  'u.organization',
  'u.organization_name',
  'u.location',
  'u.location_name',
  'u.email',
  'u.email_confirmed',
  'u.introduction',
  'u.personal_website',
  'u.mobile',
  'u.gender',
  'u.student_no',
  'u.real_name',
  'u.must_change_password',
  'u.nickname_given',
  'u.ranking_visibility',
  'u.locale',
  'u.created_at',
] as const

const count = (condition: string) => sql<number>`count(case when ${sql.raw(condition)} then 1 end)`

const workOf = (db: Db, user_id: number) =>
  db
    .selectFrom('enrolments as e')
    .innerJoin('tasks as t', 't.id', 'e.task_id')
    .select([
      count('e.released_at is not null and e.percent_final is not null').as('results'),
      sql<number>`cast(coalesce(avg(case when e.released_at is not null then e.percent_final end), 0) as double precision)`.as(
        'mean_percent',
      ),
      count("t.type = 'main'").as('accepted'),
      count("t.type = 'main' and e.state = 'passed'").as('passed'),
    ])
    .where('e.user_id', '=', user_id)
    .where('e.state', '<>', 'excused')
    // Tasks in the bin do not count, as in the rankings.
    .where('t.status', '<>', 'trashed')

const versionsOf = (db: Db, user_id: number) =>
  db
    .selectFrom('submissions')
    .select([sql<number>`count(*)`.as('sealed'), count('not late').as('on_time')])
    .where('user_id', '=', user_id)
    .where('status', '<>', 'withdrawn')
    .where(({ not }) => not(isInBin('submissions.task_id')))

const effortOf = (db: Db, user_id: number, firstDay: string) =>
  db
    .selectFrom((eb) =>
      eb
        .selectFrom('ledger_entries')
        .select(['kind', 'source_id', sql<number>`sum(points)`.as('points'), sql<string>`max(day)`.as('day')])
        .where('user_id', '=', user_id)
        .where('kind', 'in', ['active_day', 'answered', 'liked'])
        .groupBy(['kind', 'source_type', 'source_id', 'actor'])
        .as('held'),
    )
    .select([
      count("kind <> 'active_day'").as('thanked'),
      sql<number>`count(case when kind = 'active_day' and day >= ${firstDay} then 1 end)`.as('active_days'),
    ])
    .where('points', '>', 0)

type ProfileQuery = { user_id: number; session_id: number; first_day: string }

const profiles = (db: Db, value: <N extends keyof ProfileQuery>(name: N) => ProfileQuery[N]) =>
  db
    .selectFrom('users as u')
    .innerJoin('sessions as s', 's.user_id', 'u.id')
    .leftJoin('ledger_totals as t', 't.user_id', 'u.id')
    .innerJoin(workOf(db, value('user_id')).as('work'), (join) => join.onTrue())
    .innerJoin(versionsOf(db, value('user_id')).as('versions'), (join) => join.onTrue())
    .innerJoin(effortOf(db, value('user_id'), value('first_day')).as('effort'), (join) => join.onTrue())
    .select(person)
    .select(['s.created_at as session_began', 's.expires_at', 's.provider_id', 't.score', 't.experience'])
    .select(['t.level_reached', 't.level_reached_at'])
    .select(unreadOf(db, value('user_id')).as('unread'))
    .selectAll(['work', 'versions', 'effort'])
    .where('u.id', '=', value('user_id'))
    .where('s.id', '=', value('session_id'))

type ProfileRow = Awaited<ReturnType<ReturnType<typeof profiles>['executeTakeFirstOrThrow']>>

// Every page requests the profile of its user, so this is compiled and a single statement.
const findingProfile = compiled<ProfileQuery, ProfileRow>(profiles, {
  manyAtOnce: { user_id: 'bigint', session_id: 'bigint', first_day: 'text' },
})

/**
 * A person with the session of the request, the totals of the ledgers, the number of unread messages, and the facts
 * behind the five values of a profile, with active days counted from the given one on.
 */
export const findProfile = async (db: Db, asked: ProfileQuery): Promise<ProfileRow | undefined> => {
  const [row] = await findingProfile(db, asked)
  // A session opened by an account at a provider does not require a password change (`authenticate`).
  return row && { ...row, must_change_password: row.must_change_password && row.provider_id === null }
}
