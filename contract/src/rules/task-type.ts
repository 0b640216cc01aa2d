/** The values of `type` in routes and calls, in order: old links carry the index (specification section 2). */
const types = ['all', 'main', 'side', 'daily', 'event'] as const

/** `type` of an address or a call as a word; anything unknown, and nothing, means all. */
export const taskTypeOf = (given: string | null | undefined): (typeof types)[number] =>
  types.find((word, number) => given === word || given === String(number)) ?? 'all'
