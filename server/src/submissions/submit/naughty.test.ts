import { randomUUID } from 'node:crypto'
import { submissions } from '@tongchuang/contract/submissions.ts'
import { expect, test } from 'vitest'
import { longList, ownStrings } from '../../testing/naughty-strings.ts'
import { testApp, type School } from '../../testing/test-app.ts'
import { aStudentAtWork } from '../factory.ts'

const questions = JSON.stringify([{ id: 'q', label: '问题', kind: 'text', required: false }])
type Kept = { title: string; content: string; links: string[]; answers: Record<string, unknown> }

/** Submits a work with a string in one of its fields: it is stored unchanged, or refused in the envelope. */
const through = async (school: School, strings: readonly string[]): Promise<{ kept: number; refused: number }> => {
  const { db } = school.app
  const { student, task } = await aStudentAtWork(db, { task: { questions } })
  const token = await school.signIn(student)
  const call = async (url: string, payload: object) => {
    const answer = await school.inject({ method: 'POST', url, headers: { token }, payload })
    expect(answer.statusCode).toBeLessThan(500)
    return answer.json<{
      code: number
      msg: string
      data: { reason?: string; draft_version?: number; submit_id?: number }
    }>()
  }
  const counts = { kept: 0, refused: 0 }
  let base_version: number | undefined
  const note = (code: number) => void (code === 1 ? (counts.kept += 1) : (counts.refused += 1))
  for (const text of strings) {
    for (const field of [{ title: text }, { content: text }, { links: [text] }, { answers: { q: text } }]) {
      const saved = await call('/api/student/tasks_submit', {
        task_id: task.id,
        draft: true,
        base_version,
        title: '',
        content: 'x',
        links: [],
        answers: {},
        ...field,
      })
      note(saved.code)
      if (saved.code !== 1) {
        expect(saved.data.reason, text).toBe('INVALID')
        continue
      }
      base_version = saved.data.draft_version
      const { draft } = await school.with(token)(submissions.draft, { task_id: task.id })
      expect(draft as Kept).toMatchObject(field)
    }
    const sent = await call('/api/student/tasks_submit', {
      task_id: task.id,
      base_version,
      title: text,
      content: text,
      links: [],
      answers: { q: text },
      key: randomUUID(),
    })
    note(sent.code)
    if (sent.code !== 1) {
      expect(['INVALID', 'EMPTY'], text).toContain(sent.data.reason)
      continue
    }
    const version = await db
      .selectFrom('submissions')
      .select(['title', 'content', 'answers', 'content_html'])
      .where('id', '=', sent.data.submit_id!)
      .executeTakeFirstOrThrow()
    expect(version.content).toBe(text)
    expect(version.title).toBe(text.trim() === '' ? task.title : text)
    expect(JSON.parse(version.answers)).toEqual({ q: text })
    expect(version.content_html).not.toMatch(/<(?:script|iframe|svg|style)/i)
    await call('/api/submit/withdraw', { submit_id: sent.data.submit_id })
    // Clears the rate limit, which allows fewer withdrawals in one hour.
    await db.deleteFrom('limits').execute()
    const { draft } = await school.with(token)(submissions.draft, { task_id: task.id })
    base_version = draft?.draft_version
  }
  return counts
}

test(
  'strings that break text handling are kept as sent or refused, wherever a student writes',
  { timeout: 120_000 },
  async () => {
    const school = await testApp()
    const { kept, refused } = await through(school, ownStrings)
    expect(kept).toBeGreaterThan(50)
    expect(refused).toBeGreaterThan(5)
    await school.close()
  },
)

test('the same for the long list', { timeout: 600_000 }, async ({ skip }) => {
  if (longList.leftOut !== null) return skip(longList.leftOut)
  const school = await testApp()
  const { kept } = await through(school, longList.strings)
  expect(kept).toBeGreaterThan(1_500)
  await school.close()
})
