import type { ClientBase } from 'pg'

/**
 * Planner settings of PostgreSQL for statements compiled once. Everything their plan depends on is in their text. By
 * default PostgreSQL plans a long statement anew for each call, 2 to 3 ms where reading takes a tenth of one, if that
 * seems cheaper for these values. A plan made once also outlives the size its table had then: a full scan is cheapest
 * while the table is nearly empty, and every later call pays for it until PostgreSQL counts the table again. Up to
 * PostgreSQL 17 an unavoidable full scan looks so expensive that it would first be compiled to machine code, which
 * takes longer.
 */
const plannedOnce = { plan_cache_mode: 'force_generic_plan', enable_seqscan: 'off', jit: 'off' }

/** The settings as startup options, for a connection that runs only such statements. */
export const plannedOnceOptions = Object.entries(plannedOnce)
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(' ')

/** The settings for the current transaction only. */
export const setPlannedOnce = Object.entries(plannedOnce)
  .map(([name, value]) => `set local ${name} = ${value}`)
  .join('; ')

// The first comes early enough that full scans of a then empty table have cost little; the second comes late enough to
// see the table grown.
const PLANNED_ANEW_AT = new Set([32, 1_024])

type Asked = { times: number; name: string }

const askedOn = new WeakMap<ClientBase, Map<string, Asked>>()

const askedBefore = (client: ClientBase, name: string): Asked => {
  const all = askedOn.get(client) ?? new Map<string, Asked>()
  askedOn.set(client, all)
  const asked = all.get(name) ?? { times: 0, name }
  all.set(name, asked)
  return asked
}

/**
 * The current name of a prepared statement on this connection. A plan made while a table was empty reads all of an
 * index, until PostgreSQL counts the table a minute later: on the first evening of a school each submission read all
 * works before it. So a statement is planned anew after a few calls and after many, under another name.
 */
export const plannedAnew = (client: ClientBase, name: string): string => {
  const asked = askedBefore(client, name)
  asked.times += 1
  if (!PLANNED_ANEW_AT.has(asked.times)) return asked.name
  // In a failed transaction this fails too, and the old statement stays until the connection ends.
  client.query(`deallocate ${asked.name}`).catch(() => {})
  asked.name = `${name}_${asked.times}`
  return asked.name
}
