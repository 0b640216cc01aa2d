import type { Output } from '@tongchuang/contract/call.ts'
import { studentTask } from '@tongchuang/contract/student-task.ts'
import { sendQuietly } from '@tongchuang/ui/send.ts'
import { queryOptions } from '@tanstack/react-query'
import { studentTaskKey } from './keys.ts'

export type TaskMap = Output<typeof studentTask.menu>
export type MapGroup = TaskMap['groups'][number]
export type MapNode = MapGroup['children'][number]

/** The map of a guild’s tasks. */
export const mapQuery = (guild_id: number, type: TaskMap['tabs'][number]['type']) =>
  queryOptions({
    queryKey: [...studentTaskKey, 'map', guild_id, type],
    queryFn: () => sendQuietly(studentTask.menu, { guild_id, type }),
    enabled: guild_id > 0,
  })

/** Whether a group is a chapter set up by the teacher; in a guild without chapters, tasks are grouped by state. */
export const isChapter = ({ key }: Pick<MapGroup, 'key'>): boolean => key.startsWith('chapter:')
