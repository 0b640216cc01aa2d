import { submissions } from '@tongchuang/contract/submissions.ts'
import { aUser } from '../accounts/factory.ts'
import { aMember } from '../guilds/factory.ts'
import type { School } from './test-app.ts'
import { aStudentAtWork } from '../submissions/factory.ts'

type Fixture = { school: School }

/** Helpers for staff of a guild with a waiting submission, and for reading what a student has earned by it. */
export const reviewing = (at: () => Fixture) => {
  const staff = (user: { id: number }, role: 'teacher' | 'assistant' | 'admin' = 'teacher') =>
    at().school.as(user, { audience: 'admin', role })
  const scores = async (user_id: number) =>
    (
      await at()
        .school.app.db.selectFrom('ledger_entries')
        .select('points')
        .where('user_id', '=', user_id)
        .where('ledger', '=', 'score')
        .orderBy('id')
        .execute()
    ).map(({ points }) => points)
  /** A student whose submission waits for review, and the teacher of the guild. */
  const waiting = async (
    task: Parameters<typeof aStudentAtWork>[1] extends infer G
      ? G extends { task?: infer T }
        ? T
        : never
      : never = {},
  ) => {
    const { db } = at().school.app
    const given = await aStudentAtWork(db, { task: { type: 'main', points: 100, ...task } })
    const teacher = await aUser(db, { roles: ['teacher'], nickname: '陈立群' })
    await aMember(db, { guild_id: given.guild.id, user_id: teacher.id, role: 'teacher' })
    const student = at().school.as(given.student)
    const sent = await student(submissions.submit, {
      task_id: given.task.id,
      content: '三天的数据都在这里。',
      key: 'first-version',
    })
    if (!('submit_id' in sent)) throw new Error('not sealed')
    return { ...given, teacher, send: student, review: staff(teacher), submit_id: sent.submit_id }
  }
  return { staff, scores, waiting }
}
