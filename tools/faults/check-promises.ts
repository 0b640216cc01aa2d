import { createHash } from 'node:crypto'
import type { Finding } from './finding.ts'
import type { Journal, Operation } from './journal.ts'
import type { Rows } from './reader.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

const grouped = <T>(list: readonly T[], keyOf: (one: T) => string): Map<string, T[]> => {
  const groups = new Map<string, T[]>()
  for (const one of list) {
    const key = keyOf(one)
    const group = groups.get(key)
    if (group) group.push(one)
    else groups.set(key, [one])
  }
  return groups
}

/** An acknowledged operation must exist exactly once, one in doubt at most once. */
const countOf = (operation: Operation, there: number, what: string): Finding[] => {
  if (there > 1) return [{ kind: 'doubled', what }]
  if (there === 0 && operation.state === 'acknowledged') return [{ kind: 'lost', what }]
  if (there === 1 && operation.state === 'refused') return [{ kind: 'state', what: `${what} was refused and is there` }]
  return []
}

type Version = {
  id: number
  user_id: number
  task_id: number
  version: number
  key: string
  content: string
  receipt_no: string
  sha256: string
  status: string
}

const checkVersions = async (rows: Rows, journal: Journal): Promise<Finding[]> => {
  const found: Finding[] = []
  const versions = await rows<Version>(
    'select id, user_id, task_id, version, key, content, receipt_no, sha256, status from submissions',
  )
  const files = grouped(
    await rows<{ submission_id: number; file_id: number; sha256: string }>(
      'select submission_id, file_id, sha256 from submission_files order by sort_order',
    ),
    ({ submission_id }) => String(submission_id),
  )
  const byKey = grouped(versions, ({ user_id, key }) => `${user_id}:${key}`)
  const known = new Set<string>()
  for (const operation of journal.all('submit')) {
    const { person, asked, told } = operation
    const place = `${person}:${asked.key}`
    known.add(place)
    const what = `version ${asked.key} of task ${asked.task_id}`
    const there = byKey.get(place) ?? []
    found.push(...countOf(operation, there.length, what))
    const [row] = there
    if (!row) continue
    const own = files.get(String(row.id)) ?? []
    const isWhole =
      row.content === asked.content &&
      own.map(({ file_id }) => file_id).join() === asked.files.map(({ id }) => id).join()
    if (!isWhole) found.push({ kind: 'torn', what: `${what}: other text or files than were sent` })
    const seen = told && { id: told.submit_id, version: told.version, no: told.receipt_no, sha256: told.sha256.join() }
    const kept = {
      id: row.id,
      version: row.version,
      no: row.receipt_no,
      sha256: [row.sha256, ...own.map((file) => file.sha256)].join(),
    }
    if (seen && JSON.stringify(seen) !== JSON.stringify(kept))
      found.push({ kind: 'torn', what: `${what}: its receipt says something else` })
  }
  for (const [place] of byKey)
    if (!known.has(place)) found.push({ kind: 'doubled', what: `version ${place} that nobody handed in` })
  const byId = new Map(versions.map((version) => [version.id, version]))
  for (const { asked } of journal.acknowledged('withdraw'))
    if (byId.get(asked.submit_id)?.status !== 'withdrawn')
      found.push({ kind: 'lost', what: `the withdrawal of version ${asked.submit_id}` })
  return found
}

type DraftRow = { user_id: number; task_id: number; draft_version: number; content: string }

/** The last save of somebody who has done nothing else with this task since. */
const checkDrafts = async (rows: Rows, journal: Journal): Promise<Finding[]> => {
  const drafts = await rows<DraftRow>(
    'select e.user_id, e.task_id, d.draft_version, d.content from drafts d join enrolments e on e.id = d.enrolment_id',
  )
  const byPlace = new Map(drafts.map((draft) => [`${draft.user_id}:${draft.task_id}`, draft]))
  const handedIn = new Set(journal.all('submit').map(({ person, asked }) => `${person}:${asked.task_id}`))
  const saves = grouped(journal.all('draft'), ({ person, asked }) => `${person}:${asked.task_id}`)
  const found: Finding[] = []
  for (const [place, list] of saves) {
    if (handedIn.has(place)) continue
    const last = list.findLast(({ state }) => state === 'acknowledged')
    if (!last) continue
    const doubtful = list.slice(list.indexOf(last) + 1)
    const draft = byPlace.get(place)
    const possible = [last, ...doubtful].map(({ asked }) => `${asked.draft_version} ${sha256(asked.content)}`)
    if (!draft) found.push({ kind: 'lost', what: `draft ${place}` })
    else if (!possible.includes(`${draft.draft_version} ${sha256(draft.content)}`))
      found.push({ kind: 'lost', what: `what was saved last of draft ${place}` })
  }
  return found
}

const checkTalk = async (rows: Rows, journal: Journal): Promise<Finding[]> => {
  const found: Finding[] = []
  const posts = await rows<{ id: number; user_id: number; key: string | null; content: string }>(
    'select id, user_id, key, content from discussions',
  )
  const byKey = grouped(posts, ({ user_id, key }) => `${user_id}:${key}`)
  for (const operation of journal.all('post')) {
    const there = byKey.get(`${operation.person}:${operation.asked.key}`) ?? []
    found.push(...countOf(operation, there.length, `post ${operation.asked.key}`))
    if (there[0] && there[0].content !== operation.asked.content)
      found.push({ kind: 'torn', what: `the text of post ${operation.asked.key}` })
  }
  const likes = await rows<{ discussion_id: number; user_id: number }>(
    'select discussion_id, user_id from discussion_likes',
  )
  const byPlace = grouped(likes, ({ discussion_id, user_id }) => `${discussion_id}:${user_id}`)
  for (const operation of journal.acknowledged('like')) {
    const place = `${operation.asked.discussion_id}:${operation.person}`
    found.push(...countOf(operation, byPlace.get(place)?.length ?? 0, `like ${place}`))
  }
  return found
}

const checkTasks = async (rows: Rows, journal: Journal): Promise<Finding[]> => {
  const enrolments = await rows<{ task_id: number; user_id: number }>('select task_id, user_id from enrolments')
  const byPlace = grouped(enrolments, ({ task_id, user_id }) => `${task_id}:${user_id}`)
  return journal.all('accept').flatMap((operation) => {
    const place = `${operation.asked.task_id}:${operation.person}`
    return countOf(operation, byPlace.get(place)?.length ?? 0, `task taken on ${place}`)
  })
}

const checkResults = async (rows: Rows, journal: Journal): Promise<Finding[]> => {
  const found: Finding[] = []
  const results = await rows<{ id: number; submission_id: number; status: string }>(
    'select id, submission_id, status from results',
  )
  const byWork = grouped(results, ({ submission_id }) => String(submission_id))
  const byId = new Map(results.map((result) => [result.id, result]))
  for (const operation of journal.all('decide')) {
    const { submit_id, isHeld } = operation.asked
    found.push(...countOf(operation, byWork.get(String(submit_id))?.length ?? 0, `result of version ${submit_id}`))
    const { told } = operation
    if (!told) continue
    const result = byId.get(told.result_id)
    if (!result) found.push({ kind: 'lost', what: `result ${told.result_id}` })
    else if (!isHeld && result.status === 'held')
      found.push({ kind: 'torn', what: `result ${told.result_id} was released and is held` })
  }
  for (const { asked } of journal.acknowledged('release'))
    for (const id of asked.result_ids)
      if (byId.get(id)?.status === 'held') found.push({ kind: 'lost', what: `the release of result ${id}` })
  return found
}

const checkImports = async (rows: Rows, journal: Journal): Promise<Finding[]> => {
  const people = await rows<{ id: number; student_no: string }>(
    'select id, student_no from users where student_no is not null',
  )
  const members = await rows<{ guild_id: number; user_id: number }>(
    "select guild_id, user_id from guild_members where status = 'member'",
  )
  const imports = new Map(
    (await rows<{ id: number; state: string }>('select id, state from roster_imports')).map(({ id, state }) => [
      id,
      state,
    ]),
  )
  const byNumber = grouped(people, ({ student_no }) => student_no)
  const places = new Set(members.map(({ guild_id, user_id }) => `${guild_id}:${user_id}`))
  return journal.acknowledged('import').flatMap((operation): Finding[] => {
    const { asked, told } = operation
    // The acknowledgment only says that the import has started; each part that is done must be complete, and at its end
    // everything must be.
    const isDone = imports.get(told.id) === 'applied'
    if (!imports.has(told.id)) return [{ kind: 'lost', what: `import ${told.id}` }]
    return asked.student_nos.flatMap((number): Finding[] => {
      const there = byNumber.get(number) ?? []
      if (there.length > 1) return [{ kind: 'doubled', what: `student ${number}` }]
      if (there.length === 0) return isDone ? [{ kind: 'lost', what: `student ${number} of import ${told.id}` }] : []
      return places.has(`${asked.guild_id}:${there[0]?.id}`)
        ? []
        : [{ kind: 'torn', what: `student ${number} has an account and no guild` }]
    })
  })
}

const checks = [checkVersions, checkDrafts, checkTalk, checkTasks, checkResults, checkImports]

/** Whatever was acknowledged is there, once and whole. */
export const checkPromises = async (rows: Rows, journal: Journal): Promise<Finding[]> => {
  const found: Finding[] = []
  // One after the other: they share a connection.
  for (const one of checks) found.push(...(await one(rows, journal)))
  return found
}
