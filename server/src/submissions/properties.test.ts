import { randomUUID } from 'node:crypto'
import { submissions } from '@tongchuang/contract/submissions.ts'
import { tasks } from '@tongchuang/contract/tasks.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { aGuild, aMember } from '../guilds/factory.ts'
import { aTask } from '../tasks/factory.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { walksOf } from '../testing/test-database.ts'

let school: School

beforeAll(async () => {
  school = await testApp()
})
afterAll(() => school.close())

type Step = 'accept' | 'abort' | 'draft' | 'blindDraft' | 'submit' | 'submitAgain' | 'emptySubmit' | 'withdraw' | 'late'
const steps: Step[] = [
  'accept',
  'abort',
  'draft',
  'blindDraft',
  'submit',
  'submit',
  'submitAgain',
  'emptySubmit',
  'withdraw',
  'withdraw',
  'late',
]

const quietly = (promise: Promise<unknown>) =>
  promise.then(
    (answer) => answer,
    (error: { reason?: string }) => {
      // A refusal is an answer; anything else is a fault of ours.
      if (!error.reason || error.reason === 'FAULT') throw error
      return null
    },
  )

const aStudent = async () => {
  const { db } = school.app
  const [student, guild] = [await aUser(db), await aGuild(db)]
  await aMember(db, { guild_id: guild.id, user_id: student.id })
  const task = await aTask(db, { guild_id: guild.id, due_at: school.clock.now() + 3600_000 })
  return { student, task, send: school.as(student) }
}

const versionsOf = (user_id: number) =>
  school.app.db
    .selectFrom('submissions')
    .select([
      'id',
      'version',
      'status',
      'title',
      'content',
      'content_html',
      'sha256',
      'receipt_no',
      'late',
      'submitted_at',
    ])
    .where('user_id', '=', user_id)
    .orderBy('version')
    .execute()

const ledgerOf = (user_id: number) =>
  school.app.db
    .selectFrom('ledger_entries')
    .select(['ledger', 'kind', 'points'])
    .where('user_id', '=', user_id)
    .orderBy('id')
    .execute()

const sumOf = (entries: Awaited<ReturnType<typeof ledgerOf>>, kind: string) =>
  entries.filter((entry) => entry.kind === kind).reduce((sum, { points }) => sum + points, 0)

test(
  'whatever a student does in whatever order: versions have no gaps, sealed ones never change, and effort counts once',
  { timeout: 120_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...steps), { minLength: 3, maxLength: 14 }), async (walk) => {
        const { student, task, send } = await aStudent()
        const base = async () => (await send(submissions.draft, { task_id: task.id })).draft?.draft_version
        let last = { task_id: task.id, content: '第一次', key: String(randomUUID()) }
        let sealed: Awaited<ReturnType<typeof versionsOf>> = []
        const act: Record<Step, () => Promise<unknown>> = {
          accept: () => send(tasks.accept, { id: task.id }),
          abort: () => send(tasks.abort, { id: task.id }),
          draft: async () =>
            send(submissions.submit, {
              task_id: task.id,
              draft: true,
              content: randomUUID(),
              base_version: await base(),
            }),
          blindDraft: () => send(submissions.submit, { task_id: task.id, draft: true, content: randomUUID() }),
          submit: async () => {
            last = { task_id: task.id, content: `作品 ${randomUUID()}`, key: randomUUID() }
            return send(submissions.submit, { ...last, base_version: await base() })
          },
          submitAgain: () => send(submissions.submit, last),
          emptySubmit: async () =>
            send(submissions.submit, { task_id: task.id, content: ' ', key: randomUUID(), base_version: await base() }),
          withdraw: async () =>
            send(submissions.withdraw, { submit_id: (await versionsOf(student.id)).at(-1)?.id ?? 1 }),
          late: async () => school.clock.move(1_800_000),
        }
        for (const step of ['accept' as const, ...walk]) {
          await quietly(act[step]())
          const versions = await versionsOf(student.id)
          expect(versions.map(({ version }) => version)).toEqual(versions.map((_, index) => index + 1))
          for (const [index, before] of sealed.entries()) {
            const { status, ...content } = versions[index]!
            expect(content).toEqual({ ...before, status: undefined })
            expect(before.status === 'withdrawn' ? status : 'any').toBe(
              before.status === 'withdrawn' ? 'withdrawn' : 'any',
            )
          }
          sealed = versions
          const rows = await school.app.db
            .selectFrom('enrolments')
            .selectAll()
            .where('user_id', '=', student.id)
            .execute()
          expect(rows).toHaveLength(1)
          const [row] = rows
          const waiting = versions.filter(({ status }) => status === 'sealed')
          expect([row?.version_count, row?.attempts]).toEqual([versions.length, waiting.length])
          expect(row?.state === 'submitted').toBe(waiting.length === 1)
          const drafts = await school.app.db
            .selectFrom('drafts')
            .select('saved_at')
            .where('enrolment_id', '=', row!.id)
            .execute()
          expect(drafts.map(({ saved_at }) => saved_at)).toEqual(
            row?.draft_saved_at === null ? [] : [row?.draft_saved_at],
          )
          const entries = await ledgerOf(student.id)
          expect(sumOf(entries, 'submit_first')).toBe(waiting[0] && !waiting[0].late ? 10 : 0)
          expect(entries.filter(({ ledger }) => ledger === 'score')).toEqual([])
          const total = await school.app.db
            .selectFrom('ledger_totals')
            .select('experience')
            .where('user_id', '=', student.id)
            .executeTakeFirst()
          expect(total?.experience ?? 0).toBe(entries.reduce((sum, { points }) => sum + points, 0))
        }
      }),
      { numRuns: walksOf(40) },
    )
  },
)

test('taking a task and giving it up, however often, leaves the ledgers as the first time left them', async () => {
  const { student, task, send } = await aStudent()
  await send(tasks.accept, { id: task.id })
  const once = await ledgerOf(student.id)
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom('accept' as const, 'abort' as const), { maxLength: 12 }),
      async (walk) => {
        for (const step of walk) await quietly(send(tasks[step], { id: task.id }))
        expect(await ledgerOf(student.id)).toEqual(once)
      },
    ),
    { numRuns: walksOf(10) },
  )
})
