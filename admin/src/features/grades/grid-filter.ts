import { idInAddress } from '@tongchuang/ui/id-in-address.ts'
import type { GridFilter } from './queries.ts'

/** The states by which rows can be filtered. */
export const havings = ['waiting', 'missing', 'late', 'held', 'returned', 'excused'] as const
/** The kinds of tasks. */
export const types = ['main', 'side', 'daily', 'event'] as const
const sorts = ['class', 'student_no', 'name', 'guild', 'average'] as const

/** Reads the filter and the order from the address; without a guild, those of all classes. */
export const filterOf = (
  params: URLSearchParams,
  guild_id: number | undefined,
): { filter: GridFilter; sort: { by: string; descending: boolean } } => {
  const by = params.get('sort') ?? (guild_id === undefined ? 'guild' : 'class')
  const descending = params.get('desc') === '1'
  const task = /^task:([1-9]\d{0,8})$/.exec(by)?.[1]
  const having = havings.find((one) => one === params.get('show'))
  const type = types.find((one) => one === params.get('type'))
  const keyword = params.get('q')?.slice(0, 60)
  const class_name = params.get('class')?.slice(0, 100)
  const set_id = idInAddress(params.get('set'))
  const filter: GridFilter = {
    ...(guild_id !== undefined && { guild_id }),
    ...(set_id && { set_id }),
    descending,
    ...(task
      ? { sort: 'task' as const, sort_task: Number(task) }
      : { sort: sorts.find((one) => one === by) ?? 'class' }),
    ...(having && { having }),
    ...(type && { type }),
    ...(keyword && { keyword }),
    ...(class_name && { class_name }),
  }
  return { filter, sort: { by, descending } }
}
