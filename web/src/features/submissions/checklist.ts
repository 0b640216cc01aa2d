import { isAnswered } from '@tongchuang/contract/rules/answers.ts'
import type { Output } from '@tongchuang/contract/call.ts'
import type { studentTask } from '@tongchuang/contract/student-task.ts'
import { isBlank } from './work.ts'
import type { Work } from './work.ts'

type Task = Output<typeof studentTask.detail>['task']
export type Demands = Pick<Task, 'needs_text' | 'min_files' | 'statement_required' | 'questions'>

/** One item to check before handing in; `place` is the id of its element on the page. */
export type CheckItem =
  | { key: 'text'; place: 'text'; words: number; done: boolean; required: boolean }
  | { key: 'files'; place: 'files'; files: number; wanted: number; done: boolean; required: boolean }
  | { key: 'question'; place: string; label: string; done: boolean; required: true }
  | { key: 'asked'; place: string; answered: number; all: number; done: boolean; required: false }
  | { key: 'uploads'; place: 'files'; count: number; done: false; required: false }
  | { key: 'statement'; place: 'statement'; done: boolean; required: true }

/** The id of a question's place on the page. */
export const questionPlace = (id: string): string => `question-${id}`

/** The number of questions with points that are answered: unanswered ones are asked about once and never refused. */
const askedOf = ({ questions }: Demands, { answers }: Work): CheckItem[] => {
  const marked = questions.filter(({ points = 0 }) => points > 0)
  if (marked.length === 0) return []
  const first = marked.find(({ id }) => !isAnswered(answers[id]))
  const answered = marked.filter(({ id }) => isAnswered(answers[id])).length
  const place = questionPlace((first ?? marked[0])?.id ?? '')
  return [{ key: 'asked', place, answered, all: marked.length, done: first === undefined, required: false }]
}

/** The list beside the editor: what the task asks for, and what is still on its way. */
export const checklistOf = (task: Demands, work: Work, words: number, uploading: number): CheckItem[] => [
  {
    key: 'text',
    place: 'text',
    words,
    done: work.content.trim() !== '',
    // Without a text, a file, a link or an answer there is nothing to hand in.
    required: task.needs_text || (uploading === 0 && isBlank({ ...work, title: '' })),
  },
  {
    key: 'files',
    place: 'files',
    files: work.files.length + uploading,
    wanted: task.min_files,
    // Files may be optional, yet having none is pointed out: a task may ask for a photo in its text only.
    done: work.files.length + uploading >= Math.max(1, task.min_files),
    required: task.min_files > 0,
  },
  ...task.questions
    .filter(({ required, points = 0 }) => required && points === 0)
    .map(({ id, label }) => ({
      key: 'question' as const,
      place: questionPlace(id),
      label,
      done: isAnswered(work.answers[id]),
      required: true as const,
    })),
  ...askedOf(task, work),
  ...(uploading > 0
    ? [
        {
          key: 'uploads' as const,
          place: 'files' as const,
          count: uploading,
          done: false as const,
          required: false as const,
        },
      ]
    : []),
  ...(task.statement_required
    ? [{ key: 'statement' as const, place: 'statement' as const, done: work.statement, required: true as const }]
    : []),
]

/** The items for which the server would refuse the work. */
export const missingOf = (items: readonly CheckItem[]): CheckItem[] =>
  items.filter(({ required, done }) => required && !done)
