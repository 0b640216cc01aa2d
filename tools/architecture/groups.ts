import { importsOf, isTest } from './source.ts'
import type { Source } from './source.ts'

/** The features of the server in groups, from left to right: each may know only those before it. */
const groups: Readonly<Record<string, readonly string[]>> = {
  people: ['ledger', 'accounts', 'audit', 'messages', 'files', 'providers'],
  work: ['guilds', 'registration', 'tasks', 'submissions', 'search-index'],
  answers: ['reviews', 'works', 'discussions', 'feedback', 'rankings'],
  views: ['catalog', 'moments', 'student-task', 'profile', 'search', 'calendar', 'banners'],
  administration: ['roster', 'privacy', 'grades', 'school', 'metrics', 'backup', 'maintenance'],
}

export const order = Object.values(groups).flat()

/** The feature a file of the server belongs to. */
export const featureOf = (path: string): string | null => {
  const folder = /^server\/src\/([^/]+)\//.exec(path)?.[1]
  return folder && order.includes(folder) ? folder : null
}

const groupOf = (path: string): string | null => {
  const feature = featureOf(path)
  return Object.entries(groups).find(([, features]) => feature !== null && features.includes(feature))?.[0] ?? null
}

/** The groups as ARCHITECTURE draws them, each with the groups that its code imports from. */
export const drawnGroups = (sources: readonly Source[]): string => {
  const known = new Map<string, Set<string>>()
  for (const source of sources) {
    const own = groupOf(source.path)
    if (own === null || isTest(source.path)) continue
    const others = importsOf(source).flatMap(({ specifier }) => groupOf(specifier) ?? [])
    known.set(own, new Set([...(known.get(own) ?? []), ...others.filter((other) => other !== own)]))
  }
  const rows = Object.entries(groups).map(([group, features]) => {
    const from = Object.keys(groups).filter((other) => known.get(group)?.has(other))
    return `   | ${group} | ${features.join(', ')} | ${from.join(', ') || '–'} |`
  })
  return ['   | Group | Features | Imports from |', '   |---|---|---|', ...rows].join('\n')
}
