import { invalid } from '../http/problem.ts'
import type { Db } from '../db/schema.ts'
import { marksOf } from '../submissions/questions/mark-store.ts'
import { marksNow, scoreOfMarks, withGiven, type QuestionMark } from '../submissions/questions/marking-rules.ts'
import { questionsOf } from '../tasks/questions/question-rules.ts'
import type { Task } from '../tasks/rules.ts'

/**
 * The marks of each question of a version, by the machine or given by staff instead, and the score they propose; null
 * while a question is unmarked.
 */
export const marksGiven = async (
  db: Db,
  task: Task,
  submission_id: number,
  given: readonly { question_id: string; points: number }[],
): Promise<{ question_marks: QuestionMark[]; proposed: number | null }> => {
  const found = marksNow(questionsOf(task.questions), await marksOf(db, submission_id))
  const question_marks = withGiven(found, given)
  if (!question_marks)
    throw invalid('question_points', '有一道题的分数不对', 'The points of a question are not what it may have')
  return { question_marks, proposed: scoreOfMarks(question_marks, task.max_score) }
}
