import { createHash } from 'node:crypto'
import type { Db } from '../db/schema.ts'
import { experiencePoints } from '../ledger/rules.ts'
import { renderWork, type Rendered } from '../workers/tasks/markdown.ts'
import { passPoints, scorePoints } from '../tasks/rules.ts'
import type { Chance } from './chance.ts'
import { insertMany } from './insert-many.ts'
import type { SampleLedger } from './ledger.ts'
import type { Planned } from './plan.ts'
import { asides } from './works.ts'

// A text is rendered once, however many students of the sample hand it in.
const rendered = new Map<string, Rendered>()
/** The HTML and the excerpt of a text. */
export const render = (content: string): Rendered => {
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
  /** The reviewer of this guild. */
  reviewer: { id: number; role: 'assistant' | 'teacher' }
  textsOf: (title: string) => readonly string[]
  comments: { readonly pass: readonly string[]; readonly return: readonly string[]; readonly fail: readonly string[] }
  ledger: SampleLedger
}

const isOut = ({ state, released_at }: Planned): boolean =>
  released_at !== null && (state === 'passed' || state === 'failed' || state === 'returned')

/**
 * Writes what students of one guild did: rows, versions, results and both ledgers. A few statements per thousand rows.
 */
export const writeWork = async (db: Db, plans: readonly Planned[], writing: Writing): Promise<void> => {
  const ids = await insertMany(plans, (some) =>
    db.insertInto('enrolments').values(some.map(enrolmentOf)).returning('id').execute(),
  )
  const sent = plans.flatMap((plan, index) =>
    plan.submitted_at === null ? [] : [{ plan, enrolment_id: ids[index] ?? 0, submitted_at: plan.submitted_at }],
  )
  const versions = sent.map((one) => versionOf(one, writing))
  const submission_ids = await insertMany(versions, (some) =>
    db
      .insertInto('submissions')
      .values([...some])
      .returning('id')
      .execute(),
  )
  const results = sent.flatMap((one, index) =>
    isOut(one.plan) ? [resultOf(one, submission_ids[index] ?? 0, writing)] : [],
  )
  await insertMany(results, (some) =>
    db
      .insertInto('results')
      .values([...some])
      .returning('id')
      .execute(),
  )
  for (const one of sent) earn(one, writing.ledger)
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

/** Adds what the versions and results of one student-task earned. */
const earn = ({ plan, enrolment_id, submitted_at }: Sent, ledger: SampleLedger): void => {
  const { task, user_id, round, state, percent, released_at, late } = plan
  const { guild_id } = task
  for (const at of [plan.accepted_at, submitted_at]) ledger.activeOn({ user_id, guild_id, at })
  const done = { user_id, guild_id, source_type: 'enrolment', source_id: enrolment_id }
  if (!late) ledger.experience('submit_first', experiencePoints.submit_first, { ...done, at: submitted_at })
  if (state !== 'passed' && state !== 'failed') return
  const at = released_at ?? submitted_at
  // All rounds of a daily task are one source of score. Every round here has 100, so the first one carries the whole
  // score.
  if (round === 1)
    ledger.score(scorePoints(task.points, percent), { user_id, guild_id, source_type: 'task', source_id: task.id, at })
  if (state === 'passed') ledger.experience('pass', passPoints(task), { ...done, at })
}
