import * as answers from '../../privacy/own-answers-store.ts'
import * as own from '../../privacy/own-data.ts'
import { servedCalls } from '../../http/all-calls.ts'
import { asking, nameOf } from './asking.ts'
import type { students } from './actors.ts'
import type { MatrixSchool } from './school.ts'

/**
 * Everything that reaches a student by other ways than calls: the calendar, the export of their own data, notices and
 * mail. Runs within `undone`.
 */
export const besideCalls = async (matrix: MatrixSchool, student: (typeof students)[number]): Promise<string> => {
  const { school, people, tokens } = matrix
  const { db } = school.app
  const { id } = people[student]
  const makeLink = servedCalls(school.app.http).find((call) => nameOf(call) === 'POST /api/student/calendar')
  if (!makeLink) throw new Error('there is no call for the calendar')
  const address = /\/calendar\/[^"]+/.exec(await asking(matrix)(makeLink, { action: 'make' }, tokens[student]))?.[0]
  if (!address) throw new Error('there is no calendar')
  const { body } = await school.inject(address)
  if (!body.includes('BEGIN:VCALENDAR')) throw new Error(`no calendar: ${body}`)
  const taken: unknown[] = [await own.ownProfile(db, id)]
  for (const part of [
    own.ownTasks,
    own.ownVersions,
    answers.ownAreas,
    answers.ownVoices,
    answers.ownMended,
    answers.ownNotes,
    (of: typeof db, user_id: number) => answers.ownQuestionPoints(of, user_id, school.clock.now()),
    own.ownDrafts,
    own.ownPosts,
    own.ownLedger,
    own.ownMessages,
  ])
    for await (const entry of part(db, id)) taken.push(entry)
  const messages = await db.selectFrom('messages').selectAll().where('user_id', '=', id).execute()
  const letters = await db.selectFrom('mail_outbox').selectAll().execute()
  return JSON.stringify([body, taken, messages, letters])
}
