import type { Found, Kind } from './queries.ts'

/** The page of a search; without words the empty one. */
export const searchPath = (q: string, kind?: Kind): string => {
  const query = new URLSearchParams({ ...(q && { q }), ...(kind && { kind }) })
  return `/square/search${query.size > 0 ? `?${query}` : ''}`
}

/** Where something that was found is: a person’s shelf of works stands for the person. */
export const foundPath = ({ kind, id, guild_id }: Pick<Found, 'kind' | 'id' | 'guild_id'>): string => {
  if (kind === 'task') return `/square/task_detail/${guild_id}?task=${id}`
  return kind === 'work' ? `/works/index?work=${id}` : `/works/index?student=${id}`
}
