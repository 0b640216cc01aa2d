import type { Output } from '@tongchuang/contract/call.ts'
import type { reviewToolsAdmin } from '@tongchuang/contract/review-tools.admin.ts'
import { useQuery } from '@tanstack/react-query'
import { releaseQuery, standingQuery } from './queries.ts'

type Summary = Output<typeof reviewToolsAdmin.summary>

/** The number of tasks that the summary has room for: those with the most works. */
export const MOST_LISTED = 200

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)

/**
 * The number of held results of the task or the set on the page, also of one that the summary has no room for; and the
 * read that failed, if the number is not known.
 */
export const useHeld = (
  summary: Pick<Summary, 'tasks'> | undefined,
  { task_id, set_id }: { task_id: number | undefined; set_id: number | undefined },
): { held: number; unread: { data: unknown; error: unknown; refetch: () => unknown } | null } => {
  const listed = summary?.tasks ?? []
  const isFull = listed.length >= MOST_LISTED
  const task = listed.find(({ id }) => id === task_id)
  const isAlone = set_id === undefined && task_id !== undefined && task === undefined
  const single = useQuery({ ...releaseQuery(task_id ?? 0), enabled: isFull && isAlone })
  const classes = useQuery({ ...standingQuery(set_id ?? 0), enabled: isFull && set_id !== undefined })
  const unread = single.error ? single : classes.error ? classes : null
  const open = (classes.data?.classes ?? []).filter(({ archived }) => !archived)
  const ofSet = isFull
    ? open.map(({ scored, returning }) => scored + returning)
    : listed.flatMap((one) => (one.set_id === set_id ? one.held : []))
  return { held: set_id === undefined ? (task?.held ?? single.data?.people ?? 0) : sum(ofSet), unread }
}
