import { importsOf, isTest, type Source } from './source.ts'

/** Files that only the frame of one site provides for: a part that uses one fails on every page of the other site. */
const framesOf: Readonly<Record<string, string>> = { web: 'ui/src/me.tsx' }

/** Import paths by which a site reaches a file that only works within the frame of the other site. */
export const frameViolations = (sources: readonly Source[]): string[] => {
  const next = new Map(
    sources.map((source) => [
      source.path,
      importsOf(source)
        .filter(({ isType }) => !isType)
        .map(({ specifier }) => specifier),
    ]),
  )
  return Object.entries(framesOf).flatMap(([site, frame]) => {
    const before = new Map<string, string | null>()
    const path = [...next.keys()].filter((one) => one.startsWith(`${site}/src/`) && !isTest(one))
    for (const one of path) before.set(one, null)
    for (const one of path)
      for (const other of next.get(one) ?? [])
        if (!before.has(other)) {
          before.set(other, one)
          path.push(other)
        }
    if (!before.has(frame)) return []
    const way = [frame]
    for (let at = before.get(frame); at; at = before.get(at)) way.push(at)
    return [`${way.toReversed().join(' → ')}: ${frame} stands in the frame of the other site`]
  })
}
