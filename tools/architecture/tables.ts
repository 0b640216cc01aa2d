import { order } from './groups.ts'
import { isTest, withoutComments } from './source.ts'
import type { Source } from './source.ts'

/** Which feature declares each table: read from the one file that joins them. */
export const tableOwners = (schema: string): Map<string, string> => {
  const featureOfType = new Map<string, string>()
  for (const [, names = '', feature = ''] of schema.matchAll(
    /import type \{([^}]*)\} from '\.\.\/([\w-]+)\/tables\.ts'/g,
  ))
    for (const name of names.split(',')) featureOfType.set(name.trim(), feature)
  const owners = new Map<string, string>()
  for (const [, table = '', type = ''] of schema.matchAll(/^\s+(\w+): (\w+Table)\b/gm)) {
    const feature = featureOfType.get(type)
    if (feature) owners.set(table, feature)
  }
  return owners
}

/** A query as it is built, or as it is written: one that names a table. */
const asking =
  /\.(?:selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql(?:<[^`]*>)?`[^`]*\b(?:from|join|into|update) [a-z_]+/

const writing = /\.(?:insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\(\s*['"](\w+)/g

/**
 * Small machines whose rows and steps are read together: a log-in, a code, a lock, a copy of everything about one
 * person.
 */
const withOwnSql = new Set([
  'server/src/accounts/codes.ts',
  'server/src/accounts/password-tries.ts',
  'server/src/accounts/second-factor.ts',
  'server/src/accounts/sessions.ts',
  'server/src/accounts/waiting-passwords.ts',
  'server/src/privacy/own-data.ts',
])
const isForSql = (path: string): boolean => /(^|\/|-)(store|factory|tables)\.ts$/.test(path) || withOwnSql.has(path)

/** A feature writes its own tables only; its SQL of any kind stands in a store or a factory. */
export const tableViolations = ({ path, text }: Source, owners: ReadonlyMap<string, string>): string[] => {
  const feature = /^server\/src\/([^/]+)\//.exec(path)?.[1] ?? ''
  if (
    isTest(path) ||
    path.includes('/db/migrations/') ||
    /^server\/src\/(demo|testing|cli)\//.test(path) ||
    !path.startsWith('server/src/')
  )
    return []
  const code = withoutComments(text)
  const problems: string[] = []
  for (const [, table = ''] of code.matchAll(writing)) {
    const owner = owners.get(table)
    if (owner && owner !== feature) problems.push(`${path} writes ${table}, which belongs to ${owner}`)
  }
  if (!order.includes(feature)) return problems
  if (!isForSql(path) && asking.test(code)) problems.push(`${path} holds SQL: that is the store's`)
  return problems
}
