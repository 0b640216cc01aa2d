import { latestAnnouncements } from './announcements-store.ts'
import type { Output } from '@tongchuang/contract/call.ts'
import type { catalog } from '@tongchuang/contract/catalog.ts'
import type { Language } from '@tongchuang/contract/errors.ts'
import type { App } from '../app-services.ts'
import { iso, schoolDay, startOfMonth } from '../db/time.ts'
import { isDue, periodOf } from '../feedback/rules.ts'
import { givenIn } from '../feedback/store.ts'
import { faceFor } from '../files/cards.ts'
import { nameless } from '../guilds/nameless.ts'
import { levelOf } from '../ledger/rules.ts'
import { ranksIn } from '../rankings/ranking.ts'
import { listCards, type Card } from '../tasks/student/cards.ts'
import { guildCards } from './cards.ts'
import { isMissing } from '../tasks/missing-rules.ts'
import { termOn } from '../terms.ts'
import { listStaff, listStudents, scoreIn, type GuildPage } from './store.ts'

type Detail = Output<typeof catalog.classDetail>

const membersShown = 30
const announcementsShown = 3

/** Staff are teachers or assistants. */
export const asStaff = (role: 'student' | 'assistant' | 'teacher'): 'assistant' | 'teacher' =>
  role === 'teacher' ? 'teacher' : 'assistant'

const isMissed = ({ task, card: { state } }: Card, joined_at: number, now: number): boolean =>
  isMissing(task, { state, row: task.row_id === null ? null : task }, joined_at, now)

type Known = Pick<Detail['me'], 'score_in_guild' | 'rank_excellent' | 'rank_workhard'>

/** A member's own progress in the guild. */
const standing = (guild: GuildPage, cards: readonly Card[], known: Known, now: number): Detail['me'] => {
  const joined_at = guild.joined_at ?? now
  const count = (...states: readonly string[]) => cards.filter(({ card }) => states.includes(card.state)).length
  return {
    joined_at: iso(joined_at),
    ...known,
    passed: count('passed'),
    doing: count('doing', 'returned'),
    missing: guild.my_role === 'student' ? cards.filter((card) => isMissed(card, joined_at, now)).length : 0,
  }
}

/** The inside of a guild for one of its members. */
export const classDetail = async (
  app: App,
  guild: GuildPage,
  { user_id, language, now }: { user_id: number; language: Language; now: number },
  most = announcementsShown,
): Promise<Detail> => {
  const { db } = app
  const { levels, terms, timezone: zone } = await app.settings()
  const today = schoolDay(now, zone)
  const [card] = await guildCards(db, [guild], user_id, now)
  const cards = await listCards(db, { user_id, now, zone, levels }, guild.id)
  const announcements = await latestAnnouncements(db, { guild_id: guild.id, user_id, now }, most)
  const staff = await listStaff(db, guild.id, user_id)
  const students = await listStudents(db, guild.id, membersShown)
  return {
    guild: card!,
    term: termOn(terms, today),
    announcements: announcements.list.map(({ takes_replies, ...row }) => ({
      ...row,
      created_at: iso(row.created_at),
      may_reply: takes_replies && guild.my_role === 'student',
    })),
    announcement_count: announcements.total,
    staff: staff.map(({ id, nickname, title, role, ...face }) => ({
      assistant_id: id,
      nickname: nickname ?? nameless(language),
      avatar: faceFor(app, face, user_id),
      title,
      role: asStaff(role),
    })),
    members: {
      list: students.map(({ nickname, experience, ...face }) => ({
        nickname,
        avatar: faceFor(app, face, user_id),
        level: levelOf(experience ?? 0, levels),
      })),
      total: guild.member_count,
    },
    me: standing(
      guild,
      cards,
      { score_in_guild: await scoreIn(db, guild.id, user_id), ...(await ranksIn(app, guild, { user_id, now })) },
      now,
    ),
    settings: { anonymous_allowed: guild.anonymous_allowed, ranking_mode: guild.ranking_mode, gallery: guild.gallery },
    assistant_feedback: await feedbackOf(db, guild, staff, { user_id, now, zone, period: periodOf(today) }),
  }
}

type Asking = { user_id: number; now: number; zone: string; period: string }

/** The assistants a student has given feedback on this month, and whether the others are due. */
const feedbackOf = async (
  db: App['db'],
  guild: GuildPage,
  staff: Awaited<ReturnType<typeof listStaff>>,
  { user_id, now, zone, period }: Asking,
): Promise<Detail['assistant_feedback']> => {
  const given = await givenIn(db, guild.id, user_id, period)
  const assistants = staff.filter(({ role }) => role === 'assistant').map(({ id }) => id)
  const due = guild.my_role === 'student' && isDue({ now, ends: startOfMonth(now, zone, 1), assistants, given })
  return { period, due, given }
}
