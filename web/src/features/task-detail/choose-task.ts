import type { MapNode, TaskMap } from './queries.ts'

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
