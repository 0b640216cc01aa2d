import type { Db } from '../../db/schema.ts'
import { aNote } from '../../reviews/notes/factory.ts'
import { workWord } from './words.ts'
import type { Guilds, People } from './world.people.ts'
import type { Tasks, Works } from './world.works.ts'

/** Notes by the owner and a teacher under the result of the passed work; the owner awaits an answer. */
export const notesOf = async (
  db: Db,
  people: People,
  { guild }: Guilds,
  { passed }: Tasks,
  { done }: Pick<Works, 'done'>,
  now: number,
) => {
  const thread = {
    task_id: passed.id,
    student_id: people.owner.id,
    guild_id: guild.id,
    enrolment_id: done.enrolment.id,
  }
  const staffNote = await aNote(db, {
    ...thread,
    author_id: people.teacher.id,
    role: 'teacher',
    content: `${workWord}里写得清楚。`,
    created_at: now,
  })
  const note = await aNote(db, {
    ...thread,
    author_id: people.owner.id,
    content: `${workWord}里我还有一句不懂。`,
    created_at: now,
  })
  return { note, staffNote }
}
