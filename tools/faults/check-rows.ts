import type { Finding } from './finding.ts'
import type { Rows } from './reader.ts'

/** A query that answers a row `{what}` for each violation. */
type Rule = { kind: Finding['kind']; says: string; sql: string }

const open = "('sealed', 'in_review', 'reviewed')"

/** Invariants of any school at any moment between two transactions. */
const rules: readonly Rule[] = [
  {
    kind: 'doubled',
    says: 'one key, several versions',
    sql: 'select user_id as what from submissions group by user_id, key having count(*) > 1',
  },
  {
    kind: 'torn',
    says: 'versions counted otherwise than there are',
    sql: `select e.id as what from enrolments e left join submissions s on s.enrolment_id = e.id group by e.id, e.version_count, e.attempts
          having count(s.id) <> e.version_count or coalesce(max(s.version), 0) <> e.version_count
          or sum(case when s.status <> 'withdrawn' then 1 else 0 end) <> e.attempts`,
  },
  {
    kind: 'state',
    says: 'state of a student-task against its versions',
    sql: `select e.id as what from enrolments e left join submissions s on s.enrolment_id = e.id group by e.id, e.state
          having (sum(case when s.status in ${open} then 1 else 0 end) = 1) <> (e.state = 'submitted') or sum(case when s.status in ${open} then 1 else 0 end) > 1`,
  },
  {
    kind: 'state',
    says: 'passed or failed without one released result, or one without the state',
    sql: `select e.id as what from enrolments e left join results r on r.enrolment_id = e.id and r.status = 'released' group by e.id, e.state
          having (count(r.id) = 1) <> (e.state in ('passed', 'failed', 'returned')) or count(r.id) > 1`,
  },
  {
    kind: 'doubled',
    says: 'several results of one version',
    sql: "select submission_id as what from results where status <> 'replaced' group by submission_id having count(*) > 1",
  },
  {
    kind: 'torn',
    says: 'a result whose version says something else',
    sql: `select r.id as what from results r join submissions s on s.id = r.submission_id
          where (r.status = 'held' and s.status not in ('reviewed', 'in_review')) or (r.status = 'released' and s.status <> 'released')`,
  },
  {
    kind: 'torn',
    says: 'the last step of the history is not the state',
    sql: `select e.id as what from enrolments e join enrolment_history h on h.enrolment_id = e.id
          where h.id = (select max(id) from enrolment_history where enrolment_id = e.id) and h.to_state <> e.state`,
  },
  {
    kind: 'torn',
    says: 'a step of the history that does not begin where the one before ended',
    sql: `select h.id as what from enrolment_history h where h.from_state <>
          coalesce((select b.to_state from enrolment_history b where b.enrolment_id = h.enrolment_id and b.id < h.id order by b.id desc limit 1), 'available')`,
  },
  {
    kind: 'torn',
    says: 'a ledger whose sum is not its entries',
    sql: `select t.user_id as what from ledger_totals t left join ledger_entries e on e.user_id = t.user_id group by t.user_id, t.score, t.experience
          having coalesce(sum(case when e.ledger = 'score' then e.points else 0 end), 0) <> t.score
          or coalesce(sum(case when e.ledger = 'experience' then e.points else 0 end), 0) <> t.experience`,
  },
  {
    kind: 'torn',
    says: 'a ledger entry whose sum is wrong',
    sql: 'select id as what from ledger_entries where after <> before + points',
  },
  {
    kind: 'torn',
    says: 'a ledger entry that does not begin where the one before ended',
    sql: `select e.id as what from ledger_entries e where e.before <>
          coalesce((select b.after from ledger_entries b where b.user_id = e.user_id and b.ledger = e.ledger and b.id < e.id order by b.id desc limit 1), 0)`,
  },
  {
    kind: 'doubled',
    says: 'earned twice for the same',
    sql: `select user_id as what from ledger_entries group by user_id, ledger, kind, source_type, source_id, actor, seq having count(*) > 1
          union all select user_id from ledger_entries where ledger = 'experience' group by user_id, kind, source_type, source_id, actor
          having sum(case when points > 0 then 1 else 0 end) - sum(case when points < 0 then 1 else 0 end) > 1`,
  },
  {
    kind: 'torn',
    says: 'places of a task',
    sql: `select t.id as what from tasks t left join enrolments e on e.task_id = t.id and e.round = 1 and e.state not in ('aborted', 'excused')
          group by t.id, t.accepted_count having count(e.id) <> t.accepted_count`,
  },
  {
    kind: 'torn',
    says: 'posts of a task',
    sql: `select t.id as what from tasks t left join discussions d on d.task_id = t.id and d.deleted_at is null and d.hidden_at is null and d.held_at is null
          group by t.id, t.discussion_count having count(d.id) <> t.discussion_count`,
  },
  {
    kind: 'torn',
    says: 'likes of a post',
    sql: `select d.id as what from discussions d left join discussion_likes l on l.discussion_id = d.id
          group by d.id, d.like_count, d.heat, d.reply_count having count(l.user_id) <> d.like_count or d.heat <> d.like_count + d.reply_count`,
  },
  {
    kind: 'torn',
    says: 'members of a guild',
    sql: `select g.id as what from guilds g left join guild_members m on m.guild_id = g.id and m.role = 'student' and m.status = 'member'
          group by g.id, g.member_count having count(m.id) <> g.member_count`,
  },
  {
    kind: 'torn',
    says: 'a file of a version that is not ready, or of another person',
    sql: `select f.submission_id as what from submission_files f join submissions s on s.id = f.submission_id left join files o on o.id = f.file_id
          where o.id is null or o.status <> 'ready' or o.owner_id <> s.user_id or o.sha256 <> f.sha256`,
  },
  {
    kind: 'torn',
    says: 'an applied import with rows that are not done',
    sql: "select r.import_id as what from roster_rows r join roster_imports i on i.id = r.import_id where i.state = 'applied' and r.is_done = false",
  },
]

/** What holds whatever was asked: sums, counts, states, one of each. */
export const checkRows = async (rows: Rows): Promise<Finding[]> => {
  const found: Finding[] = []
  for (const { kind, says, sql } of rules)
    for (const { what } of await rows<{ what: number }>(sql)) found.push({ kind, what: `${says}: ${what}` })
  return found
}
