import { putStaff } from '../guilds/people-store.ts'
import { admitMember } from '../guilds/store.ts'
import type { School } from './test-app.ts'
import { schoolNames, type Led, type Student, type World } from './power-world.ts'

/** Replacements for some calls, by name. */
export type Planted = Readonly<Record<string, (world: World, student: Student, guild: Led) => Promise<unknown>>>

/** Every switch an assistant can have. */
export const switches = { can_review: true, can_moderate: true, can_admit: true, can_see_grades: true }

type Fixture = { school: School; gained: (world: World, student: Pick<Student, 'id' | 'username'>) => Promise<void> }

/**
 * Ways in which a faulty product would give a teacher too much power: they replace its calls and use the store as it
 * is.
 */
export const oldPowers = (at: () => Fixture) => {
  const db = () => at().school.app.db
  const inside = <T>(work: (inner: School['app']['db']) => Promise<T>): Promise<T> => db().transaction().execute(work)
  const now = () => at().school.clock.now()
  const old: Readonly<Record<string, Planted>> = {
    'whoever was a member once is let back in': {
      restore: (_world, { id: user_id }, { id: guild_id }) =>
        inside(async (inner) => {
          const was = await inner
            .selectFrom('guild_members')
            .select('joined_at')
            .where('guild_id', '=', guild_id)
            .where('user_id', '=', user_id)
            .executeTakeFirst()
          if (was && was.joined_at !== null)
            await admitMember(inner, at().school.app.events, { guild_id, user_id, origin: 'staff', now: now() })
        }),
    },
    'anybody of the school is made an assistant': {
      assistant: (_world, { id: user_id }, { id: guild_id }) =>
        inside((inner) =>
          putStaff(inner, at().school.app.events, {
            guild_id,
            user_id,
            role: 'assistant',
            title: '',
            ...switches,
            now: now(),
          }),
        ),
    },
    'a list takes in whoever is in no guild': {
      list: (_world, { id: user_id }, { id: guild_id }) =>
        inside(async (inner) => {
          const other = await inner
            .selectFrom('guild_members')
            .select('id')
            .where('user_id', '=', user_id)
            .where('status', '=', 'member')
            .executeTakeFirst()
          if (!other)
            await admitMember(inner, at().school.app.events, { guild_id, user_id, origin: 'staff', now: now() })
        }),
    },
    'an address in a list counts as confirmed': {
      list: async (world, { id }) => {
        // Confirmed, although nobody has proven it; the teacher's own address is unconfirmed first, since a confirmed
        // address belongs to one person.
        await db().updateTable('users').set({ email_confirmed: false }).where('id', '=', world.teacher).execute()
        const typed = { email: world.mail, email_key: world.mail, email_confirmed: true, email_given: false }
        await db().updateTable('users').set(typed).where('id', '=', id).execute()
      },
    },
    'whom her list made stays hers, whoever the school says they are': {
      'the school lists elsewhere': async (world, student) => schoolNames(world, student),
    },
    'any membership gives the password away': {
      reset: async (world, student) => {
        const taught = await db()
          .selectFrom('guild_members as taught')
          .innerJoin('guild_members as teacher', 'teacher.guild_id', 'taught.guild_id')
          .select('taught.id')
          .where('taught.user_id', '=', student.id)
          .where('taught.status', '=', 'member')
          .where('taught.role', '=', 'student')
          .where('teacher.user_id', '=', world.teacher)
          .where('teacher.role', '=', 'teacher')
          .executeTakeFirst()
        if (taught) await at().gained(world, student)
      },
    },
  }
  return { old }
}
