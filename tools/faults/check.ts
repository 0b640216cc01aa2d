import { bytesInFolder, checkFiles, type OpenBytes } from './check-files.ts'
import { checkPromises } from './check-promises.ts'
import { checkRows } from './check-rows.ts'
import type { Finding } from './finding.ts'
import type { Journal } from './journal.ts'
import type { Reader } from './reader.ts'

/** Compares what people were told with what the database and the files say, at one moment without load. */
export const check = async ({
  reader,
  dataDir,
  openBytes = bytesInFolder(dataDir),
  journal,
}: {
  reader: Reader
  dataDir: string
  /** Given where the files are not in the folder. */
  openBytes?: OpenBytes
  journal: Journal
}): Promise<Finding[]> => {
  const found = await reader.look(async (rows) => [
    ...(await checkPromises(rows, journal)),
    ...(await checkRows(rows)),
    ...(await checkFiles(rows, { dataDir, openBytes, journal })),
  ])
  return [...found, ...journal.contradictions.map((what) => ({ kind: 'state' as const, what }))]
}
