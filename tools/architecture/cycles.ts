import { importsOf, type Source } from './source.ts'

/** Which files of the given ones each imports, types included. */
const graphOf = (sources: readonly Source[]): ReadonlyMap<string, readonly string[]> => {
  const known = new Set(sources.map(({ path }) => path))
  return new Map(
    sources.map((source) => [
      source.path,
      [...new Set(importsOf(source).map(({ specifier }) => specifier))].filter((path) => known.has(path)),
    ]),
  )
}

/** The groups of files that import each other in a circle, by Tarjan’s strongly connected components. */
const circles = (graph: ReadonlyMap<string, readonly string[]>): string[][] => {
  const index = new Map<string, number>()
  const lowest = new Map<string, number>()
  const path: string[] = []
  const found: string[][] = []
  const visit = (file: string): void => {
    index.set(file, index.size)
    lowest.set(file, index.get(file)!)
    path.push(file)
    for (const next of graph.get(file) ?? []) {
      if (!index.has(next)) visit(next)
      // Only what is still on the path can lead back here.
      if (path.includes(next)) lowest.set(file, Math.min(lowest.get(file)!, lowest.get(next)!))
    }
    if (lowest.get(file) !== index.get(file)) return
    const group = path.splice(path.indexOf(file))
    if (group.length > 1 || graph.get(file)?.includes(file)) found.push(group.toSorted())
  }
  for (const file of graph.keys()) if (!index.has(file)) visit(file)
  return found
}

/** Files that import each other in a circle, by types too: none of them can be read or moved without the others. */
export const cycleViolations = (sources: readonly Source[]): string[] =>
  circles(graphOf(sources)).map(
    (group) => `${group.join(', ')} import each other in a circle: move what they share to a file of its own`,
  )
