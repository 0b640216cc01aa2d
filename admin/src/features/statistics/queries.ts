import type { Output } from '@tongchuang/contract/call.ts'
import { statisticsAdmin } from '@tongchuang/contract/statistics.admin.ts'
import { sendQuietly } from '@tongchuang/ui/send.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { gradesKey } from '../../queries/keys.ts'

export type Statistics = Output<typeof statisticsAdmin.statistics>
export type ClassCounts = Statistics['classes'][number]
export type AskedQuestion = Statistics['questions'][number]
export type ReleasedScores = NonNullable<Statistics['scores']>

/** What is counted: one task, or all of its set. */
export type Counted = { task_id: number } | { set_id: number }

/** The statistics of a task or a set. */
export const statisticsQuery = (counted: Counted) =>
  queryOptions({
    queryKey: [...gradesKey, 'statistics', counted],
    queryFn: () => sendQuietly(statisticsAdmin.statistics, counted),
    placeholderData: keepPreviousData,
  })
