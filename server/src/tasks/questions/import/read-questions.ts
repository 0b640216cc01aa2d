import { randomBytes } from 'node:crypto'
import type { Input, Output } from '@tongchuang/contract/call.ts'
import type { questionsImportAdmin } from '@tongchuang/contract/questions-import.admin.ts'
import { taskLimits } from '@tongchuang/contract/task-editing.admin.ts'
import type { App } from '../../../app-services.ts'
import { say } from '../../../http/language.ts'
import { invalid } from '../../../http/problem.ts'
import type { Person } from '../../../http/session.ts'
import { requireEditor } from '../../editing/form.ts'
import { judgeTyped, type Problem, type Said, type Typed } from './import-rules.ts'
import { isTypedTable, readTypedTable } from './typed-table.ts'
import { readTypedText } from './typed-text.ts'

// Problems are listed line by line, but not without limit for a file full of something else.
const mostProblems = 200
const mostHeadings = 60
// As many as can be pasted.
const mostLetters = 200_000
const newId = (): string => randomBytes(6).toString('hex')

/** Reads the rows of a table in a thread, because the sender decides how much work that is. */
const readTable = async (app: App, given: Uint8Array<ArrayBuffer> | string, person: number): Promise<Typed[]> => {
  const transfer = typeof given === 'string' ? [] : [given.buffer]
  const { lines } = await app.workers.run('readSheetFile', { given, kind: 'words' }, { person, transfer })
  const rows = new TextDecoder().decode(lines).split('\n')
  const all = rows.map((row) => JSON.parse(row) as [sheet: number, line: number, cells: string[]])
  const first = all[0]?.[0]
  return readTypedTable(all.filter(([sheet]) => sheet === first).map(([, line, cells]) => ({ line, cells })))
}

/** Reads the words of a document of Word in a thread. */
const readWords = async (app: App, file: string, person: number): Promise<string> => {
  const given = new Uint8Array(Buffer.from(file, 'base64'))
  const { text } = await app.workers.run('readDocument', { given }, { person, transfer: [given.buffer] })
  if (text.trim() === '')
    throw invalid(
      'file',
      '读不出这个Word文件里的字，请另存为.docx，或复制文字来粘贴',
      'No words could be read in this document: save it as .docx, or copy its words and paste them',
    )
  return text.slice(0, mostLetters)
}

/** Reads questions from pasted text, a document or a table. Nothing is written: the editor takes over what fits. */
export const readQuestions = async (
  app: App,
  { task_id, text: pasted, file, name = '', room = taskLimits.questions }: Input<typeof questionsImportAdmin.read>,
  caller: Person,
): Promise<Output<typeof questionsImportAdmin.read>> => {
  await requireEditor(app.db, task_id, caller)
  if ((file === undefined) === (pasted === undefined))
    throw invalid('file', '请选择文件或粘贴题目', 'Choose a file or paste questions')
  if (/\.(?:doc|wps)$/i.test(name))
    throw invalid(
      'file',
      '旧的.doc和.wps读不了，请另存为.docx',
      'Old .doc and .wps files cannot be read: save as .docx',
    )
  const words = file !== undefined && /\.docx$/i.test(name) ? await readWords(app, file, caller.user_id) : undefined
  const text = pasted ?? words
  let typed: Typed[]
  let unread: Problem[] = []
  let headings: Said[] = []
  if (text !== undefined && !isTypedTable(text)) ({ typed, unread, headings } = readTypedText(text))
  else typed = await readTable(app, text ?? new Uint8Array(Buffer.from(file ?? '', 'base64')), caller.user_id)
  const { found, problems } = judgeTyped(typed, unread, { room, newId })
  if (found.length + problems.length === 0)
    throw invalid(text === undefined ? 'file' : 'text', '里面没有题目', 'There are no questions in it')
  return {
    found,
    headings: headings.slice(0, mostHeadings).map((one) => ({ ...one, text: one.text.slice(0, 200) })),
    problems: problems
      .slice(0, mostProblems)
      .map(({ problem, ...at }) => ({ ...at, problem: say(problem, caller.language) })),
    unlisted: Math.max(0, problems.length - mostProblems),
    ...(words !== undefined && { text: words }),
  }
}
