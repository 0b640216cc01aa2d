import { aMember } from '../../guilds/factory.ts'
import type { MatrixSchool } from './school.ts'
import { aPerson, guildWord, workWord } from './world.ts'

/** What somebody does by a call; a refusal is thrown. */
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

/** What can have happened in guilds. */
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
  'a student helps as an assistant': async ({ school, objects, people }: MatrixSchool) => {
    await school.app.db
      .updateTable('guild_members')
      .set({ role: 'assistant' })
      .where('user_id', '=', people.mate.id)
      .where('guild_id', '=', objects.guild ?? 0)
      .execute()
  },
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
  'tasks come one after another': async ({ school, objects }: MatrixSchool) => {
    const task_id = objects.untouched ?? 0
    // A draft is nothing to students, nor is its title.
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
