import { taskTypeOf } from '@tongchuang/contract/rules/task-type.ts'
import { idInAddress } from '@tongchuang/ui/id-in-address.ts'
import type { MapNode, TaskMap } from '../../queries/task-map.ts'

/** Parses an address of the page: its guild and task, 0 for none, and the selected type. */
export const taskAt = (guild: string | undefined, search: URLSearchParams) => ({
  guild: idInAddress(guild) ?? 0,
  asked: idInAddress(search.get('task')) ?? 0,
  type: taskTypeOf(search.get('type')),
})

const first = ['returned', 'doing', 'available'] as const

/** The task to open if the address names none: one being worked on, else one that can be accepted, else the first. */
export const defaultTask = (map: TaskMap): MapNode | undefined => {
  const nodes = map.groups.flatMap(({ children }) => children)
  for (const state of first) {
    const found = nodes.find((node) => node.state === state)
    if (found) return found
  }
  return nodes[0]
}

/** The chapter of a task if all of its tasks are passed or excused and at least one is passed; otherwise null. */
export const finishedChapter = (map: TaskMap, task_id: number): { id: number; title: string; count: number } | null => {
  const part = map.groups.find(({ children }) => children.some(({ id }) => id === task_id))
  const id = Number(/^chapter:(\d+)$/.exec(part?.key ?? '')?.[1] ?? 0)
  if (!part || id === 0) return null
  const states = part.children.map(({ state }) => state)
  const isFinished = states.includes('passed') && states.every((state) => state === 'passed' || state === 'excused')
  return isFinished ? { id, title: part.title, count: part.count } : null
}
