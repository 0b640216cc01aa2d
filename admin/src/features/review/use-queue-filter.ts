import { idInAddress } from '@tongchuang/ui/id-in-address.ts'
import { useKeptQuery } from '@tongchuang/ui/kept-query.ts'
import { useMemo } from 'react'
import type { QueueFilter } from './queries.ts'

const statuses = ['waiting', 'reviewed', 'released', 'all'] as const
export type QueueStatus = (typeof statuses)[number]

const kept = ['guild', 'class'] as const

/**
 * The filter and the work under review, both kept in the address, so that a reload and a link show the same. Guild and
 * class are remembered.
 */
export const useQueueFilter = () => {
  const { query, change } = useKeptQuery(kept)
  const filter = useMemo((): QueueFilter => {
    const guild_id = idInAddress(query.get('guild'))
    const task_id = idInAddress(query.get('task'))
    const set_id = idInAddress(query.get('set'))
    const status = statuses.find((one) => one === query.get('state')) ?? 'waiting'
    const class_name = query.get('class')?.slice(0, 100)
    const keyword = query.get('q')?.slice(0, 60)
    return {
      status,
      ...(guild_id && { guild_id }),
      ...(task_id && { task_id }),
      ...(set_id && { set_id }),
      ...(class_name && { class_name }),
      ...(keyword && { keyword }),
      ...(query.get('late') === '1' && { late: true }),
      ...(query.get('mine') === '1' && { mine: true }),
    }
  }, [query])

  return { filter, current: idInAddress(query.get('work')), change }
}
