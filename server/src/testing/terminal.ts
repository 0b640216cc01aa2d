import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { vi } from 'vitest'
import type { TestDatabase } from './test-database.ts'

export type Terminal = Awaited<ReturnType<typeof openTerminal>>

/** A place to run commands: a temporary installation, with their output captured. */
export const openTerminal = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tongchuang-cli-'))
  let printed = ''
  for (const way of ['log', 'error'] as const)
    vi.spyOn(console, way).mockImplementation((text: string) => void (printed += `${text}\n`))
  return {
    /** A folder of its own, removed on `close`. */
    folder,
    printed: () => printed,
    /**
     * Later commands run as an installation with this database; on PostgreSQL `dataDir` is a folder within `folder`.
     */
    enter: (database: TestDatabase, dataDir = 'data') => {
      const isFile = database.dialect === 'sqlite'
      // The test runner sets its own.
      vi.stubEnv('BASE_URL', '')
      vi.stubEnv('DATA_DIR', isFile ? dirname(database.url.slice('sqlite:'.length)) : join(folder, dataDir))
      vi.stubEnv('DATABASE_URL', isFile ? '' : database.url)
    },
    close: async () => {
      vi.restoreAllMocks()
      vi.unstubAllEnvs()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
