import { createHash } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { Db } from '../db/schema.ts'
import { schoolDay } from '../db/time.ts'
import { dayNumber, levelOf } from '../ledger/rules.ts'
import type { LedgerEntryTable } from '../ledger/tables.ts'
import type { Level } from '../default-levels.ts'
import { renderWork, type Rendered } from '../markdown/render.ts'
import { passPoints, scorePoints } from '../tasks/rules.ts'
import type { Chance } from './chance.ts'
import type { Planned } from './plan.ts'
import { asides } from './works.ts'

/** Running sums of a person's ledgers. */
/** The sums of both ledgers by person, and the school days they were active on. */
export type Totals = Map<number, { score: number; experience: number; days: Set<string> }>

// PostgreSQL takes 65,535 values in a statement, SQLite 32,766; the widest row has 24.
const atOnce = 1_000

/** Writes many rows in few statements and gives their ids in the same order. */
export const insertMany = async <R>(rows: readonly R[], insert: (some: readonly R[]) => Promise<readonly { id: number }[]>): Promise<number[]> => {
  const ids: number[] = []
  for (let at = 0; at < rows.length; at += atOnce) ids.push(...(await insert(rows.slice(at, at + atOnce))).map(({ id }) => id))
  return ids
}

// A text is rendered once, however many students of the sample hand it in.
const rendered = new Map<string, Rendered>()
const render = (content: string): Rendered => {
  const known = rendered.get(content) ?? renderWork(content)
  rendered.set(content, known)
  return known
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex')
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const receiptOf = (enrolment_id: number): string =>
  `R-${Array.from(Buffer.from(hash(`receipt ${enrolment_id}`), 'hex').subarray(0, 10), (byte) => alphabet[byte % 32]).join('')}`

export type Writing = {
  chance: Chance
  /** Who reviews in this guild. */
  reviewer: { id: number; role: 'assistant' | 'teacher' }
  textsOf: (title: string) => readonly string[]
  comments: { readonly pass: readonly string[]; readonly return: readonly string[]; readonly fail: readonly string[] }
  totals: Totals
  zone: string
}

const isOut = ({ state, released_at }: Planned): boolean => released_at !== null && (state === 'passed' || state === 'failed' || state === 'returned')

/** Writes what students of one guild did: rows, versions, results and both ledgers. A few statements per thousand rows. */
export const writeWork = async (db: Db, plans: readonly Planned[], writing: Writing): Promise<void> => {
  const ids = await insertMany(plans, (some) => db.insertInto('enrolments').values(some.map(enrolmentOf)).returning('id').execute())
  const sent = plans.flatMap((plan, index) => (plan.submitted_at === null ? [] : [{ plan, enrolment_id: ids[index] ?? 0, submitted_at: plan.submitted_at }]))
  const versions = sent.map((one) => versionOf(one, writing))
  const submission_ids = await insertMany(versions, (some) =>
    db
      .insertInto('submissions')
      .values([...some])
      .returning('id')
      .execute(),
  )
  const results = sent.flatMap((one, index) => (isOut(one.plan) ? [resultOf(one, submission_ids[index] ?? 0, writing)] : []))
  await insertMany(results, (some) =>
    db
      .insertInto('results')
      .values([...some])
      .returning('id')
      .execute(),
  )
  const entries = sent.flatMap((one) => entriesOf(one, writing))
  await insertMany(entries, (some) =>
    db
      .insertInto('ledger_entries')
      .values([...some])
      .returning('id')
      .execute(),
  )
}

const enrolmentOf = (plan: Planned) => ({
  task_id: plan.task.id,
  guild_id: plan.task.guild_id,
  user_id: plan.user_id,
  round: plan.round,
  state: plan.state,
  accepted_at: plan.accepted_at,
  late: plan.late,
  return_due_at: plan.return_due_at,
  version_count: plan.submitted_at === null ? 0 : 1,
  attempts: plan.submitted_at === null ? 0 : 1,
  percent_final: plan.percent,
  score: plan.percent === null ? null : (plan.percent * plan.task.max_score) / 100,
  released_at: plan.state === 'returned' ? null : plan.released_at,
  updated_at: plan.released_at ?? plan.submitted_at ?? plan.accepted_at,
})

type Sent = { plan: Planned; enrolment_id: number; submitted_at: number }

/** Two sentences of a student's own, the same ones for the same work each time. */
const asideOf = ({ task, user_id, round }: Planned): string => {
  const [first = 0, second = 0] = Buffer.from(hash(`${task.id} ${user_id} ${round}`), 'hex')
  const at = first % asides.length
  const other = (at + 1 + (second % (asides.length - 1))) % asides.length
  return `${asides[at]}${asides[other]}`
}

const versionOf = ({ plan, enrolment_id, submitted_at }: Sent, { chance, textsOf }: Writing) => {
  const text = chance.pick(textsOf(plan.task.title))
  const { html, excerpt } = render(text)
  const aside = asideOf(plan)
  const content = `${text}\n\n${aside}`
  const released = isOut(plan)
  return {
    enrolment_id,
    task_id: plan.task.id,
    guild_id: plan.task.guild_id,
    user_id: plan.user_id,
    version: 1,
    status: released ? ('released' as const) : ('sealed' as const),
    title: plan.task.title,
    content,
    content_html: `${html}${render(aside).html}`,
    excerpt,
    share: chance.percent(70) ? ('guild' as const) : chance.percent(50) ? ('site' as const) : ('none' as const),
    late: plan.late,
    submitted_at,
    due_at: plan.task.due_at,
    receipt_no: receiptOf(enrolment_id),
    sha256: hash(content),
    key: `sample-${enrolment_id}`,
    key_hash: hash(`sample ${enrolment_id}`),
    percent_final: released ? plan.percent : null,
    score: released && plan.percent !== null ? (plan.percent * plan.task.max_score) / 100 : null,
    featured: plan.featured,
    featured_reason: plan.featured ? '细节真，话不多，看得出用了心。' : '',
  }
}

const decisions = { passed: 'pass', failed: 'fail', returned: 'return' } as const

const resultOf = ({ plan, enrolment_id }: Sent, submission_id: number, { chance, reviewer, comments }: Writing) => {
  const decision = decisions[plan.state as keyof typeof decisions]
  return {
    submission_id,
    enrolment_id,
    reviewer_id: reviewer.id,
    reviewer_role: reviewer.role,
    decision,
    score: plan.percent === null ? null : (plan.percent * plan.task.max_score) / 100,
    percent: plan.percent,
    percent_final: plan.percent,
    text: chance.pick(comments[decision]),
    status: 'released' as const,
    return_due_at: plan.return_due_at,
    created_at: plan.released_at ?? 0,
    released_at: plan.released_at,
  }
}

/** What the versions and results of one student-task earned, with the running sums. */
const entriesOf = ({ plan, enrolment_id, submitted_at }: Sent, { totals, zone }: Writing): Omit<Insertable<LedgerEntryTable>, 'id'>[] => {
  const { task, user_id, round, state, percent, released_at, late } = plan
  const sums = totals.get(user_id) ?? { score: 0, experience: 0, days: new Set() }
  totals.set(user_id, sums)
  const entry = (ledger: 'score' | 'experience', kind: string, source: readonly [type: string, id: number], points: number, at: number) => {
    const before = sums[ledger]
    sums[ledger] += points
    const [source_type, source_id] = source
    return {
      user_id,
      ledger,
      kind,
      source_type,
      source_id,
      actor: 0,
      seq: 1,
      points,
      before,
      after: before + points,
      memo: '',
      guild_id: task.guild_id,
      day: schoolDay(at, zone),
      created_at: at,
    }
  }
  const activeOn = [plan.accepted_at, submitted_at].flatMap((at) => {
    const day = schoolDay(at, zone)
    if (sums.days.has(day)) return []
    sums.days.add(day)
    return [entry('experience', 'active_day', ['day', dayNumber(day)], 1, at)]
  })
  const entries = [...activeOn, ...(late ? [] : [entry('experience', 'submit_first', ['enrolment', enrolment_id], 10, submitted_at)])]
  if (state !== 'passed' && state !== 'failed') return entries
  const at = released_at ?? submitted_at
  // All rounds of a daily task are one source of score: here each has 100, so the first one holds it all.
  if (round === 1) entries.push(entry('score', 'result', ['task', task.id], scorePoints(task.points, percent), at))
  if (state === 'passed') entries.push(entry('experience', 'pass', ['enrolment', enrolment_id], passPoints(task), at))
  return entries.filter(({ points }) => points !== 0)
}

/** Writes the sums of both ledgers for everybody who has entries. */
export const writeTotals = async (db: Db, totals: Totals, levels: readonly Level[]): Promise<void> => {
  const rows = [...totals].map(([user_id, { score, experience }]) => ({ user_id, score, experience, level_reached: levelOf(experience, levels) }))
  for (let at = 0; at < rows.length; at += atOnce) {
    await db
      .insertInto('ledger_totals')
      .values(rows.slice(at, at + atOnce))
      .execute()
  }
}
