import { dayAfter, instantOf } from '@tongchuang/ui/wall-clock.ts'

/** The filter of the page, as the address holds it. */
export const filterOf = (query: URLSearchParams) => {
  const [keyword, call, guild, until] = [query.get('who'), query.get('call'), query.get('guild'), query.get('to') ?? '']
  const [from, last] = [instantOf(`${query.get('from') ?? ''}T00:00`), instantOf(`${until}T00:00`)]
  // The last day is included: the range ends where the next day begins.
  const to = last && instantOf(`${dayAfter(until)}T00:00`)
  return {
    ...(keyword ? { keyword } : {}),
    ...(call ? { call } : {}),
    ...(guild && /^\d{1,9}$/.test(guild) ? { guild_id: Number(guild) } : {}),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
  }
}
