import { aMember, anInvitation } from '../../guilds/factory.ts'
import { admitMember, endMembership } from '../../guilds/store.ts'
import { firstBell } from '../test-app.ts'
import type { MatrixSchool } from './school.ts'
import { guildWord, workWord } from './words.ts'
import { aPerson } from './world.people.ts'

/** Makes a call as a person; throws on a refusal. */
const done = async (
  { school, tokens }: MatrixSchool,
  actor: 'owner' | 'teacher',
  url: string,
  payload: Readonly<Record<string, unknown>>,
): Promise<unknown> => {
  const { body } = await school.inject({ method: 'POST', url, headers: { token: tokens[actor] }, payload })
  const { code, data } = JSON.parse(body) as { code: number; data: unknown }
  if (code !== 1) throw new Error(`${url} was refused: ${body}`)
  return data
}

/** Invites two students into the guild as the teacher; one of them is a member by now. */
const inviteMateAndStranger = async ({ school, objects, people }: MatrixSchool): Promise<void> => {
  for (const { id: user_id } of [people.mate, people.stranger])
    await anInvitation(school.app.db, { guild_id: objects.guild ?? 0, invited_by: people.teacher.id, user_id })
}

const strangerComes = ({ objects, people }: MatrixSchool) => ({
  guild_id: objects.guild ?? 0,
  user_id: people.stranger.id,
  origin: 'school' as const,
  now: firstBell,
})

/** States of guilds. */
export const guildStates = {
  'the guild has been copied': async (matrix: MatrixSchool) => {
    const { guild } = matrix.objects
    const copied = (await done(matrix, 'teacher', '/api/admin/guild/copy', {
      guild_id: guild,
      name: '下学期',
      days: 7,
      with_members: true,
    })) as {
      guild_id: number
    }
    return { copy: copied.guild_id }
  },
  'the guild of a student who assists elsewhere has been copied': async (matrix: MatrixSchool) => {
    const { school, people, objects } = matrix
    await school.app.db.insertInto('user_roles').values({ user_id: people.mate.id, role: 'assistant' }).execute()
    await school.app.db
      .updateTable('users')
      .set({ real_name: `${guildWord}姓名` })
      .where('id', '=', people.mate.id)
      .execute()
    const wanted = { guild_id: objects.guild, name: '下学期', days: 7, with_members: true }
    const copied = (await done(matrix, 'teacher', '/api/admin/guild/copy', wanted)) as { guild_id: number }
    return { copy: copied.guild_id }
  },
  'a stranger with a number of the school is invited': async ({ school, objects, people }: MatrixSchool) => {
    const { db } = school.app
    await db
      .updateTable('users')
      .set({ student_no: `${guildWord}12` })
      .where('id', '=', people.stranger.id)
      .execute()
    await anInvitation(db, { guild_id: objects.guild ?? 0, invited_by: people.teacher.id, user_id: people.stranger.id })
  },
  'a student helps as an assistant': async ({ school, objects, people }: MatrixSchool) => {
    await school.app.db
      .updateTable('guild_members')
      .set({ role: 'assistant' })
      .where('user_id', '=', people.mate.id)
      .where('guild_id', '=', objects.guild ?? 0)
      .execute()
  },
  'an assistant is dismissed who has assisted elsewhere': async (matrix: MatrixSchool) => {
    const { school, objects, people } = matrix
    await aMember(school.app.db, {
      guild_id: objects.elsewhere ?? 0,
      user_id: people.helper.id,
      role: 'assistant',
      status: 'left',
    })
    await done(matrix, 'teacher', '/api/admin/guild/remove_staff', {
      guild_id: objects.guild,
      user_id: people.helper.id,
    })
  },
  'staff have let somebody back in': (matrix: MatrixSchool) =>
    done(matrix, 'teacher', '/api/admin/guild/restore_members', {
      guild_id: matrix.objects.guild,
      user_ids: [matrix.objects.leaverId],
    }).then(() => {}),
  'a student asks to join where another has taught': async (matrix: MatrixSchool) => {
    const { school, objects, people } = matrix
    await aMember(school.app.db, {
      guild_id: objects.open ?? 0,
      user_id: people.stranger.id,
      role: 'teacher',
      status: 'left',
    })
    await done(matrix, 'owner', '/api/student/join_guild', { guild_id: objects.open })
  },
  'the first teacher has left': async ({ school, objects }: MatrixSchool) => {
    const { db } = school.app
    const [before, now] = [
      await aPerson(db, { nickname: `${guildWord}的老师`, roles: ['teacher'] }),
      await aPerson(db, { nickname: '新来的老师', roles: ['teacher'] }),
    ]
    await aMember(db, { guild_id: objects.open ?? 0, user_id: before.id, role: 'teacher', status: 'left' })
    await aMember(db, { guild_id: objects.open ?? 0, user_id: now.id, role: 'teacher' })
  },
  'somebody has asked to join twice': async (matrix: MatrixSchool) => {
    const { open } = matrix.objects
    for (const message of ['我想加入', guildWord])
      await done(matrix, 'owner', '/api/student/join_guild', { guild_id: open, message })
  },
  'a stranger and a teacher of elsewhere are invited': async ({ school, objects, people }: MatrixSchool) => {
    const asked = { guild_id: objects.guild ?? 0, invited_by: people.teacher.id }
    const toStranger = await anInvitation(school.app.db, { ...asked, user_id: people.stranger.id })
    const toOther = await anInvitation(school.app.db, { ...asked, user_id: people.other.id, role: 'teacher' })
    return { toStranger: toStranger.id, toOther: toOther.id }
  },
  'a stranger was invited into a guild that is archived now': async ({ school, objects, people }: MatrixSchool) => {
    const guild_id = objects.guild ?? 0
    const { id } = await anInvitation(school.app.db, {
      guild_id,
      invited_by: people.teacher.id,
      user_id: people.stranger.id,
    })
    await school.app.db.updateTable('guilds').set({ status: 'archived' }).where('id', '=', guild_id).execute()
    return { toStranger: id }
  },
  'a stranger was invited by who teaches in the guild no more': async ({ school, objects, people }: MatrixSchool) => {
    const asked = { guild_id: objects.guild ?? 0, invited_by: people.other.id }
    const { id } = await anInvitation(school.app.db, { ...asked, user_id: people.stranger.id })
    return { toStranger: id }
  },
  'a stranger has declined an invitation': async ({ school, objects, people }: MatrixSchool) => {
    const asked = { guild_id: objects.guild ?? 0, invited_by: people.teacher.id }
    const { id } = await anInvitation(school.app.db, {
      ...asked,
      user_id: people.stranger.id,
      status: 'declined',
      answered_at: firstBell,
    })
    return { toStranger: id }
  },
  'an assistant without a teacher’s account is invited to teach': async ({ school, objects, people }: MatrixSchool) => {
    const asked = { guild_id: objects.guild ?? 0, invited_by: people.teacher.id }
    const { id } = await anInvitation(school.app.db, { ...asked, user_id: people.helper.id, role: 'teacher' })
    return { toHelper: id }
  },
  'a stranger who had left is asked to come back': (matrix: MatrixSchool) =>
    done(matrix, 'teacher', '/api/admin/guild/restore_members', {
      guild_id: matrix.objects.guild,
      user_ids: [matrix.objects.strangerId],
    }).then(() => {}),
  'one of two who are invited has come in another way': async (matrix: MatrixSchool) => {
    const { db, events } = matrix.school.app
    await inviteMateAndStranger(matrix)
    await db.transaction().execute((trx) => admitMember(trx, events, strangerComes(matrix)))
    await events.drain()
  },
  'a stranger who is invited has come in another way and gone': async (matrix: MatrixSchool) => {
    const { db, events } = matrix.school.app
    await inviteMateAndStranger(matrix)
    await db.transaction().execute(async (trx) => {
      await admitMember(trx, events, strangerComes(matrix))
      await endMembership(trx, events, { ...strangerComes(matrix), status: 'left' })
    })
    await events.drain()
  },
  'tasks come one after another': async ({ school, objects }: MatrixSchool) => {
    const task_id = objects.untouched ?? 0
    // Students must not see a draft, not even its title.
    await school.app.db
      .updateTable('tasks')
      .set({ title: workWord })
      .where('id', '=', objects.unpublished ?? 0)
      .execute()
    for (const needed of ['passed', 'unpublished', 'trashed'])
      await school.app.db
        .insertInto('task_prerequisites')
        .values({ task_id, required_task_id: objects[needed] ?? 0 })
        .execute()
  },
}
