import { useQuery } from '@tanstack/react-query'
import { isChapter, mapQuery } from './task-map.ts'
import type { TaskMap } from './task-map.ts'

/** The map of a guild for its trail: null if it has no chapters or cannot be read, undefined while loading. */
export const useTrail = (guild_id: number, isMember: boolean): TaskMap | null | undefined => {
  const map = useQuery({ ...mapQuery(guild_id, 'all'), enabled: isMember })
  if (map.data) return map.data.groups.some(isChapter) ? map.data : null
  return map.isPending ? undefined : null
}
