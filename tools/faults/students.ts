import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { discussions } from '../../contract/src/discussions.ts'
import { submissions } from '../../contract/src/submissions.ts'
import { tasks } from '../../contract/src/tasks.ts'
import type { Acknowledged, StoredFile } from './journal.ts'
import { perform, type Line } from './line.ts'
import type { Person, School } from './school.ts'
import { upload } from './uploads.ts'

const oneIn = (number: number): boolean => randomInt(number) === 0

const draft = async (
  line: Line,
  { id, token }: Person,
  task_id: number,
  content: string,
  base_version?: number,
): Promise<number | null> => {
  const operation = line.journal.begin('draft', id, { task_id, content, draft_version: (base_version ?? 0) + 1 })
  const input = { task_id, draft: true, content, ...(base_version !== undefined && { base_version }) }
  const data = await perform(line, operation, { call: submissions.submit, input, token }, (told) =>
    'draft_version' in told ? { draft_version: told.draft_version } : null,
  )
  if (data && 'draft_version' in data) return data.draft_version
  // The answer to a save was lost; the journal tells whether the draft may have been saved.
  return operation.state === 'doubtful' && !line.isOver() ? operation.asked.draft_version : null
}

type Work = {
  task_id: number
  content: string
  files: readonly StoredFile[]
  key: string
  base_version: number | undefined
}

const handIn = async (
  line: Line,
  { id, token }: Person,
  { files, base_version, ...work }: Work,
): Promise<Acknowledged<'submit'> | null> => {
  const operation = line.journal.begin('submit', id, { ...work, files })
  const input = { ...work, files: files.map((file) => file.id), ...(base_version !== undefined && { base_version }) }
  const taskRequest = { call: submissions.submit, input, token }
  const once = () =>
    perform(line, operation, taskRequest, (told) =>
      'receipt' in told
        ? { submit_id: told.submit_id, version: told.version, receipt_no: told.receipt.no, sha256: told.receipt.sha256 }
        : null,
    )
  await once()
  const first = operation.told
  if (first && oneIn(4)) {
    // Repeats the request as a page does that never got the answer.
    await once()
    if (JSON.stringify(operation.told) !== JSON.stringify(first))
      line.journal.contradictions.push(`submit ${work.key} was answered in two ways`)
  }
  return operation.told ? (operation as Acknowledged<'submit'>) : null
}

/** Withdraws a version; returns whether that succeeded. */
const takeBack = async (line: Line, { id, token }: Person, submit_id: number): Promise<boolean> => {
  const operation = line.journal.begin('withdraw', id, { submit_id })
  // The teacher or the close may have been faster, and nobody takes back without end.
  const expected = ['IN_REVIEW', 'STATE', 'WITHDRAW_OVER', 'TOO_FAST']
  const taskRequest = { call: submissions.withdraw, input: { submit_id }, token, expected }
  return (await perform(line, operation, taskRequest, () => ({}))) !== null
}

const talk = async (line: Line, { id, token }: Person, task_id: number): Promise<void> => {
  const key = randomUUID()
  const content = `第二问怎么做？${key}`
  const post = line.journal.begin('post', id, { task_id, key, content })
  await perform(
    line,
    post,
    { call: discussions.create, input: { task_id, key, content }, token, expected: ['TOO_FAST'] },
    (told) => ({ id: told.id }),
  )
}

const like = async (line: Line, { id, token }: Person): Promise<void> => {
  const others = line.journal.acknowledged('post').filter(({ person }) => person !== id)
  const post = others[randomInt(Math.max(1, others.length))]
  if (!post) return
  const discussion_id = post.told.id
  const operation = line.journal.begin('like', id, { discussion_id })
  await perform(
    line,
    operation,
    { call: discussions.like, input: { discussion_id }, token, expected: ['TOO_FAST'] },
    () => ({}),
  )
}

/** One task of one student, from taking it on to handing it in, as it happens in a lesson. */
const doTask = async (line: Line, student: Person, task_id: number): Promise<void> => {
  const accepting = line.journal.begin('accept', student.id, { task_id })
  const accepted = await perform(
    line,
    accepting,
    { call: tasks.accept, input: { id: task_id }, token: student.token },
    ({ id }) => ({ id }),
  )
  if (!accepted) return
  let saved: number | undefined
  for (let times = randomInt(3); times > 0; times -= 1) {
    const version = await draft(line, student, task_id, `写到一半 ${randomUUID()}`, saved)
    if (version === null) return
    saved = version
  }
  const file = oneIn(3) ? await upload(line, student, 2_000 + randomInt(200_000), 1 + randomInt(3)) : null
  if (line.isOver()) return
  const work = {
    task_id,
    content: `观察日记 ${randomUUID()}`,
    files: file ? [file] : [],
    key: randomUUID(),
    base_version: saved,
  }
  const handed = await handIn(line, student, work)
  if (!handed || !oneIn(6)) return
  if (!(await takeBack(line, student, handed.told.submit_id)) || line.isOver()) return
  const again = {
    ...work,
    content: `改过的观察日记 ${randomUUID()}`,
    key: randomUUID(),
    base_version: (saved ?? 0) + 1,
  }
  await handIn(line, student, again)
}

/** A student at work until the load ends; `gate` is where everybody waits while the load pauses. */
export const studentAtWork = async (
  line: Line,
  school: School,
  student: Person,
  gate: () => Promise<void>,
): Promise<void> => {
  const order = school.tasks.map(({ id }) => ({ id, at: Math.random() })).toSorted((one, other) => one.at - other.at)
  for (const { id: task_id } of order) {
    await gate()
    if (line.isOver()) return
    await doTask(line, student, task_id)
    if (oneIn(5) && !line.isOver()) await talk(line, student, task_id)
    if (oneIn(3) && !line.isOver()) await like(line, student)
    await sleep(20 + randomInt(120))
  }
}
