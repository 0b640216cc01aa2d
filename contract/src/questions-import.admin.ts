import { call } from './call.ts'
import { QuestionKey } from './questions.admin.ts'
import { Question } from './questions.ts'
import { count, fields, id, line, list, optional, string, text } from './schema.ts'

export const questionsImportAdmin = {
  read: call({
    method: 'POST',
    path: '/api/admin/task/read_questions',
    access: 'staff',
    summary:
      'Reads questions for a task from pasted text – headings say the kind and points of what follows, answers stand below each question, in its brackets or all at the end –, or from a file in base64 (at most 5 MB): XLSX or CSV with a row of heads, or DOCX, whose words come along to be corrected. Nothing is stored: the editor takes over what fits, and each line that does not fit is listed with the reason.',
    input: fields({
      task_id: id(),
      text: optional(text(200_000)),
      file: optional(string({ maxLength: 7_000_000, pattern: '^[A-Za-z0-9+/]*={0,2}$' })),
      /** The name of the file: one that ends in .docx is read as a document. */
      name: optional(line(200)),
      /** The number of questions for which the task has room; by default 60. */
      room: optional(count(60)),
    }),
    output: fields({
      /** The questions in their order, with new ids; `line` is where each begins, from 1. */
      found: list(fields({ line: count(), question: Question, key: QuestionKey })),
      /** Lines read as a title or a heading, which are no questions; at most 60. */
      headings: list(fields({ line: count(), text: string() })),
      /** At most 200, by their lines; `problem` is in the reader’s language. */
      problems: list(fields({ line: count(), text: string(), problem: string() })),
      /** Number of problems beyond the listed ones. */
      unlisted: count(),
      /** The words of a document, to which the lines refer. */
      text: optional(string()),
    }),
    refusals: ['NOT_FOUND', 'ROLE', 'ARCHIVED', 'INVALID'],
  }),
}
