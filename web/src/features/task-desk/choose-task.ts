import type { MapNode, TaskMap, TypeName } from './queries.ts'

// Old links carry the numbers of the site this one grew from.
const types: readonly TypeName[] = ['all', 'main', 'side', 'daily', 'event']

/** The `type` of an address; anything unknown is all. */
export const typeOf = (value: string | null): TypeName =>
  types.find((type, index) => value === type || value === String(index)) ?? 'all'

const first = ['returned', 'doing', 'available'] as const

/** The task to open when the address names none: what is being worked on, else what can be taken, else the first. */
export const defaultTask = (map: TaskMap): MapNode | undefined => {
  const nodes = map.groups.flatMap(({ children }) => children)
  for (const state of first) {
    const found = nodes.find((node) => node.state === state)
    if (found) return found
  }
  return nodes[0]
}

/** The address of a task on this page. */
export const taskPath = (guild: number, task: number, type: TypeName = 'all'): string =>
  `/square/task_detail/${guild}?task=${task}${type === 'all' ? '' : `&type=${type}`}`

/** The address of its writing desk. */
export const writePath = (guild: number, task: number, type: TypeName = 'all'): string =>
  `/square/task_detail/submit/${guild}?task=${task}${type === 'all' ? '' : `&type=${type}`}`
