import type { Output } from '@tongchuang/contract/call.ts'
import type { statisticsAdmin } from '@tongchuang/contract/statistics.admin.ts'
import type { Db } from '../db/schema.ts'
import { orNotFound } from '../db/or-not-found.ts'
import { keysOf } from '../tasks/questions/key-store.ts'
import { isOverForAll } from '../tasks/questions/over-for-all.ts'
import { hasPoints, questionsOf } from '../tasks/questions/question-rules.ts'
import { findTask } from '../tasks/store.ts'
import { countsOf } from './question-statistics-rules.ts'
import { answeredWorks } from './question-statistics-store.ts'

type Asked = Pick<Output<typeof statisticsAdmin.statistics>, 'questions' | 'keys_told'>

/**
 * The questions with points of a task, or of the first task of a set, whose copies have the same ids, and how its
 * members answered them: five queries more, however many questions and students there are.
 */
export const questionStatistics = async (db: Db, task_ids: readonly number[], now: number): Promise<Asked> => {
  const task = orNotFound(await findTask(db, task_ids[0] ?? 0))
  const questions = questionsOf(task.questions).filter(hasPoints)
  if (questions.length === 0) return { questions: [], keys_told: true }
  const keys = new Map((await keysOf(db, task.id)).map((key) => [key.question_id, key]))
  const works = await answeredWorks(db, task_ids)
  return {
    keys_told: await isOverForAll(db, task, now),
    questions: questions.map((question) => {
      const key = keys.get(question.id)
      return {
        question,
        accepted: key?.accepted ?? [],
        tolerance: key?.tolerance ?? 0,
        explanation: key?.explanation ?? '',
        counts: countsOf(question, key, works),
      }
    }),
  }
}
