import { aSession } from '../../accounts/factory.ts'
import { putLink } from '../../calendar/store.ts'
import { aFeedback } from '../../feedback/factory.ts'
import { aMember } from '../../guilds/factory.ts'
import { activeDay, earn, settleScore } from '../../ledger/store.ts'
import { askExport } from '../../privacy/store.ts'
import { askForTime } from '../../reviews/requests-store.ts'
import { indexNewWorks } from '../../search-index/index-job.ts'
import { aDraft, aSubmission } from '../../submissions/factory.ts'
import { anEnrolment } from '../../tasks/factory.ts'
import { addLike } from '../../works/store.ts'
import { firstBell, type School } from '../test-app.ts'
import { aWorld } from './world.ts'

type Person = { id: number }
/** A school with the ids of its objects, by their names. */
type Fixture = { school: School; objects: Readonly<Record<string, number>> }

const now = firstBell

/** A second world like the first, of other people; nothing it holds is anything to those of the first. */
export const addAnotherWorld = async (school: School): Promise<void> => {
  const { people } = await aWorld(school.app.db)
  await school.app.db
    .insertInto('recovery_codes')
    .values({ user_id: people.other.id, code_hash: 'another', used_at: null })
    .execute()
  await putLink(
    school.app.db,
    { user_id: people.owner.id, nonce: 'another', token_hash: 'another', created_at: now },
    true,
  )
  await indexNewWorks(school.app, now)
}

/** Adds what a classmate of the owner does for themselves and their teachers; none of it concerns another student. */
export const addWorkOfMate = async (fixture: Fixture, mate: Person): Promise<void> => {
  const { db } = fixture.school.app
  const { objects } = fixture
  const passed = await addHandedIn(fixture, mate)
  const mine = { user_id: mate.id, now, guild_id: objects.guild ?? null, zone: 'Asia/Shanghai' }
  await earn(db, { ...mine, kind: 'pass', points: 20, source_type: 'enrolment', source_id: passed.enrolment_id })
  // A like says who gave it, which is nobody else's to see; the count of likes is for all.
  await addLike(db, { submission_id: objects.shown ?? 0, user_id: mate.id, created_at: now })
  await db
    .insertInto('discussion_likes')
    .values({ discussion_id: objects.post ?? 0, user_id: mate.id, created_at: now })
    .execute()
  await activeDay(db, mine)
  await askForTime(db, {
    user_id: mate.id,
    guild_id: objects.guild ?? 0,
    task_id: objects.doing ?? 0,
    reason: '家里有事',
    wanted_until: now + 86_400_000,
    created_at: now,
  })
  await aSession(db, mate, { now })
  // Nobody else may see who waits to join a guild, or who likes a reply.
  await aMember(db, { guild_id: objects.open ?? 0, user_id: mate.id, status: 'pending', joined_at: null })
  await db
    .insertInto('discussion_likes')
    .values({ discussion_id: objects.reply ?? 0, user_id: objects.leaverId ?? 0, created_at: now })
    .execute()
  await settleScore(db, {
    ...mine,
    source_type: 'enrolment',
    source_id: passed.enrolment_id,
    target: 90,
    kind: 'result',
    memo: '',
  })
  await addOwnThings(fixture, mate)
}

/** Adds drafts, and works in each state; returns the passed one. */
const addHandedIn = async ({ school, objects }: Fixture, mate: Person) => {
  const { db } = school.app
  const row = (task: 'untouched' | 'doing' | 'shared' | 'waiting', state: 'doing' | 'submitted' | 'passed') =>
    anEnrolment(
      db,
      { id: objects[task] ?? 0, guild_id: objects.guild ?? 0 },
      { user_id: mate.id, state, accepted_at: now },
    )
  await aDraft(db, await row('untouched', 'doing'), { saved_at: now })
  await aDraft(db, await row('doing', 'doing'), { saved_at: now })
  await aSubmission(db, await row('waiting', 'submitted'), { submitted_at: now })
  // The task the owner has to pass before another; in round 2, because round 1 may already exist.
  const marked = { id: objects.marked ?? 0, guild_id: objects.guild ?? 0 }
  await anEnrolment(db, marked, { user_id: mate.id, state: 'passed', round: 2, accepted_at: now })
  return aSubmission(db, await row('shared', 'passed'), {
    submitted_at: now,
    status: 'released',
    score: 90,
    percent_final: 90,
  })
}

/** Adds private things of a person: a data export, a link, settings, confidential feedback, a message. */
const addOwnThings = async ({ school, objects }: Fixture, mate: Person): Promise<void> => {
  const { db } = school.app
  await askExport(db, mate.id, now - 1)
  await putLink(db, { user_id: mate.id, nonce: 'of a mate', token_hash: 'of a mate', created_at: now }, true)
  await db
    .insertInto('notice_settings')
    .values({ user_id: mate.id, topic: 'replies', in_app: false, mail: false })
    .execute()
  await aFeedback(db, {
    member_id: objects.seat ?? 0,
    guild_id: objects.guild ?? 0,
    user_id: mate.id,
    period: '2026-10',
    comment: '批阅得很细',
  })
  const message = {
    type: 'notice',
    kind: 'work.hidden',
    link: null,
    created_at: now,
    read_at: null,
    removed_at: null,
  } as const
  await db
    .insertInto('messages')
    .values({ ...message, user_id: mate.id, data: '{"work":"作品","reason":"看一看"}' })
    .execute()
}

/** Adds people who were members of the guild for a while; they do not concern its current members. */
export const addFormerMembers = async (
  { school, objects }: Fixture,
  { drifter, guest, teacher }: Record<'drifter' | 'guest' | 'teacher', Person>,
): Promise<void> => {
  const { db } = school.app
  const guild_id = objects.guild ?? 0
  await aMember(db, { guild_id, user_id: drifter.id, status: 'left' })
  await aMember(db, { guild_id, user_id: guest.id, role: 'teacher', status: 'left' })
  await aMember(db, { guild_id: objects.elsewhere ?? 0, user_id: teacher.id, role: 'teacher', status: 'left' })
  const doing = { id: objects.doing ?? 0, guild_id }
  await anEnrolment(db, doing, { user_id: drifter.id, state: 'aborted', accepted_at: now })
}
