import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findMutants } from './mutants.ts'

test(
  'each guard of the server can be broken, and every line that is exempt still exists word for word',
  // Formats every source of the server, which is seconds of the processor and minutes where many want it.
  { timeout: 300_000 },
  async () => {
    const { mutants } = await findMutants(join(import.meta.dirname, '../..'))
    expect(mutants.length).toBeGreaterThan(400)
    // Broken in a process that has loaded their file already, these would not be broken.
    const built = mutants.filter(({ isLoaded }) => isLoaded).map(({ file }) => file)
    expect(built).toContain('server/src/tasks/sets/elsewhere-store.ts')
    expect(built.length).toBeLessThan(20)
  },
)
