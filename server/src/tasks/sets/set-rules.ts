import { fail } from '@tongchuang/contract/errors.ts'
import { isKeyOf } from '@tongchuang/contract/is-key-of.ts'
import { keysOf } from '@tongchuang/contract/records.ts'
import type { Updateable } from 'kysely'
import { asText, type Criterion, type Form } from '../editing/editing-rules.ts'
import type { QuestionKey } from '../questions/question-rules.ts'
import type { TaskTable } from '../tables.ts'

const dates: readonly string[] = ['open_at', 'due_at', 'close_at']
const isDate = (name: string): boolean => dates.includes(name)

// Not copied between classes by name: each guild has its own chapters, and rendered columns follow their text.
const apart: ReadonlySet<string> = new Set(['chapter_id', 'content_html', 'render_pending'])

/**
 * Whether a changed value is copied to another class: not where the class already has it, yes where it had the old
 * value. Where the class changed it on its own, throws CONFLICT.
 */
const goesAlong = <T>(own: T, before: T, wanted: T): boolean => {
  if (own === wanted) return false
  if (own !== before) throw fail('CONFLICT')
  return true
}

/** The columns to copy to another class of the set: saved ones that were the same in both. A class's own date stays. */
export const columnsAlong = (
  own: Form,
  { before, wanted }: { before: Form; wanted: Form },
  columns: Updateable<TaskTable>,
): Updateable<TaskTable> => {
  const names = keysOf(columns)
    .filter((name) => isKeyOf(own, name))
    .filter((name) => !apart.has(name))
  const along = names.filter((name) =>
    isDate(name)
      ? own[name] === before[name] && own[name] !== wanted[name]
      : goesAlong(own[name], before[name], wanted[name]),
  )
  const { content_html, render_pending } = columns
  return {
    ...Object.fromEntries(along.map((name) => [name, columns[name]])),
    ...(along.includes('content') && { content_html, render_pending }),
  }
}

/** The criteria to copy, each with the id of the criterion in its place there; undefined where they stay. */
export const criteriaAlong = (
  own: readonly Criterion[],
  before: readonly Criterion[],
  wanted: readonly Criterion[],
): Criterion[] | undefined => {
  if (!goesAlong(asText(own), asText(before), asText(wanted))) return undefined
  const there = new Map(before.map(({ id }, place) => [id, own[place]?.id]))
  return wanted.map(({ id, ...criterion }) => {
    const standing = id === undefined ? undefined : there.get(id)
    return { ...criterion, ...(standing !== undefined && { id: standing }) }
  })
}

/** The keys to copy with the questions; undefined where they stay. */
export const keysAlong = (
  own: readonly QuestionKey[],
  before: readonly QuestionKey[],
  wanted: readonly QuestionKey[],
): readonly QuestionKey[] | undefined =>
  goesAlong(JSON.stringify(own), JSON.stringify(before), JSON.stringify(wanted)) ? wanted : undefined

const asList = (ids: readonly number[]): string => JSON.stringify(ids)
const asGroup = (ids: readonly number[]): string => asList([...new Set(ids)].toSorted((one, other) => one - other))

/** The attachments to copy, in order; undefined where they stay. */
export const filesAlong = (
  own: readonly number[],
  before: readonly number[],
  wanted: readonly number[],
): readonly number[] | undefined => (goesAlong(asList(own), asList(before), asList(wanted)) ? wanted : undefined)

/**
 * The prerequisites to copy, replaced by the corresponding tasks there; those without one are left out. Undefined where
 * they stay.
 */
export const needsAlong = (
  own: readonly number[],
  before: readonly number[],
  wanted: readonly number[],
  standIns: ReadonlyMap<number, number>,
): readonly number[] | undefined => {
  const there = (ids: readonly number[]) => ids.flatMap((id) => standIns.get(id) ?? [])
  if (asGroup(before) === asGroup(wanted)) return undefined
  return goesAlong(asGroup(own), asGroup(there(before)), asGroup(there(wanted))) ? there(wanted) : undefined
}
