import { contentViolations } from './content.ts'
import { importViolations, unknownFolders } from './imports.ts'
import type { Source } from './source.ts'
import { frameViolations } from './reach.ts'
import { tableOwners, tableViolations } from './tables.ts'
import { threadViolations } from './threads.ts'

/** All violations of the architecture in these sources. */
export const violationsOf = (sources: readonly Source[], schema: string): string[] => {
  const owners = tableOwners(schema)
  const each = sources.flatMap((source) => [
    ...importViolations(source),
    ...contentViolations(source),
    ...tableViolations(source, owners),
    ...threadViolations(source),
  ])
  return [...each, ...frameViolations(sources), ...unknownFolders(sources)]
}
