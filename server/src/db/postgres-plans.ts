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
