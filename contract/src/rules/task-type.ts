/** The values of `type` in routes and calls, in order: old links carry the index (specification section 2). */
const types = ['all', 'main', 'side', 'daily', 'event'] as const

/** The `type` of an address or a call as a word; `all` for an unknown value and for none. */
export const taskTypeOf = (given: string | null | undefined): (typeof types)[number] =>
  types.find((word, number) => given === word || given === String(number)) ?? 'all'
