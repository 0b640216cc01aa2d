import type { ClientBase } from 'pg'

/**
 * How PostgreSQL plans what is compiled once. Such a statement has everything in its text that a plan depends on: left to itself,
 * PostgreSQL plans a long one anew for each call, 2 to 3 ms where reading takes a tenth of one, as soon as it takes that to be
 * cheaper for these values. And a plan that is made once outlives the size a table had then: reading all of it is cheapest while
 * it is nearly empty, and every later call pays for that until PostgreSQL has counted the table again. Up to PostgreSQL 17 what
 * has to be read whole all the same counts as so dear that it would be compiled to machine code first, which takes longer.
 */
const plannedOnce = { plan_cache_mode: 'force_generic_plan', enable_seqscan: 'off', jit: 'off' }

/** For a connection that nothing else is asked on: its options at the start. */
export const plannedOnceOptions = Object.entries(plannedOnce)
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(' ')

/** For the transaction under way: nothing of it is left behind its end. */
export const setPlannedOnce = Object.entries(plannedOnce)
  .map(([name, value]) => `set local ${name} = ${value}`)
  .join('; ')

// The first is soon enough for a table that was empty to have been read whole for nothing much, the second is late enough to see it grown.
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
 * What a prepared statement is called on this connection from now on. A plan made while a table was empty reads all of an index,
 * and goes on doing so until PostgreSQL counts the table, a minute later: on the first evening of a school each hand-in
 * read all works before it. So a statement is planned anew after a few calls and after many, under another name.
 */
export const plannedAnew = (client: ClientBase, name: string): string => {
  const asked = askedBefore(client, name)
  asked.times += 1
  if (!PLANNED_ANEW_AT.has(asked.times)) return asked.name
  // In a transaction that has failed it stays until the connection ends.
  client.query(`deallocate ${asked.name}`).catch(() => {})
  asked.name = `${name}_${asked.times}`
  return asked.name
}
