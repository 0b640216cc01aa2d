import type { Db } from '../db/schema.ts'

/**
 * The student members of the guilds of some tasks (`t`, `gm`), each with their newest round (`row`) and what is held
 * for it (`held`), to be counted by task.
 */
export const newestRounds = (db: Db, task_ids: readonly number[]) =>
  db
    .selectFrom('tasks as t')
    .innerJoin('guild_members as gm', 'gm.guild_id', 't.guild_id')
    .leftJoin('enrolments as row', (join) =>
      join
        .onRef('row.task_id', '=', 't.id')
        .onRef('row.user_id', '=', 'gm.user_id')
        .on('row.round', '=', (eb) =>
          eb
            .selectFrom('enrolments as latest')
            .select((one) => one.fn.max('latest.round').as('round'))
            .whereRef('latest.task_id', '=', 't.id')
            .whereRef('latest.user_id', '=', 'gm.user_id'),
        ),
    )
    .leftJoin('results as held', (join) =>
      join.onRef('held.enrolment_id', '=', 'row.id').on('held.status', '=', 'held').on('row.state', '=', 'submitted'),
    )
    .where('t.id', 'in', task_ids)
    .where('gm.status', '=', 'member')
    .where('gm.role', '=', 'student')
