import { readFile } from 'node:fs/promises'

type Snapshot = {
  snapshot: { meta: { node_fields: string[]; node_types: [string[]] } }
  nodes: number[]
  strings: string[]
}
type Kind = { count: number; bytes: number }

/** What lies on the heap, by kind: how many and how many bytes of their own. */
const kindsOf = async (path: string): Promise<Map<string, Kind>> => {
  const { snapshot, nodes, strings } = JSON.parse(await readFile(path, 'utf8')) as Snapshot
  const { node_fields, node_types } = snapshot.meta
  const [type, name, size] = [
    node_fields.indexOf('type'),
    node_fields.indexOf('name'),
    node_fields.indexOf('self_size'),
  ]
  const kinds = new Map<string, Kind>()
  for (let at = 0; at < nodes.length; at += node_fields.length) {
    const what = node_types[0][nodes[at + type]!] ?? ''
    // Names of texts and pieces of code are their contents.
    const key =
      what === 'object' || what === 'native' || what === 'hidden'
        ? `${what} ${(strings[nodes[at + name]!] ?? '').slice(0, 60)}`
        : what
    const kind = kinds.get(key) ?? { count: 0, bytes: 0 }
    kind.count += 1
    kind.bytes += nodes[at + size]!
    kinds.set(key, kind)
  }
  return kinds
}

/** What the heap holds more of at the end than at the beginning, the most first. */
export const heapGrowth = async (before: string, after: string): Promise<({ kind: string } & Kind)[]> => {
  const then = await kindsOf(before)
  const now = await kindsOf(after)
  return [...now]
    .map(([kind, { count, bytes }]) => ({
      kind,
      count: count - (then.get(kind)?.count ?? 0),
      bytes: bytes - (then.get(kind)?.bytes ?? 0),
    }))
    .filter(({ bytes }) => bytes > 10_000)
    .toSorted((one, other) => other.bytes - one.bytes)
}
