import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import type { QueueFilter } from './queries.ts'

const statuses = ['waiting', 'reviewed', 'released', 'all'] as const
export type QueueStatus = (typeof statuses)[number]

const idIn = (text: string | null): number | undefined => (text !== null && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined)

/** The filter and the work under review, both in the address: a reload and a link show the same. */
export const useQueueFilter = () => {
  const [params, setParams] = useSearchParams()
  const filter = useMemo((): QueueFilter => {
    const guild_id = idIn(params.get('guild'))
    const task_id = idIn(params.get('task'))
    const status = statuses.find((one) => one === params.get('state')) ?? 'waiting'
    const keyword = params.get('q')?.slice(0, 60)
    return {
      status,
      ...(guild_id && { guild_id }),
      ...(task_id && { task_id }),
      ...(keyword && { keyword }),
      ...(params.get('late') === '1' && { late: true }),
      ...(params.get('mine') === '1' && { mine: true }),
    }
  }, [params])

  const change = (changes: Record<string, string | null>) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        for (const [name, value] of Object.entries(changes)) {
          if (value === null || value === '') next.delete(name)
          else next.set(name, value)
        }
        return next
      },
      { replace: true, preventScrollReset: true },
    )

  return { filter, current: idIn(params.get('work')), change }
}
