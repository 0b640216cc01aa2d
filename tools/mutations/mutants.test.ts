import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findMutants } from './mutants.ts'

test(
  'each guard of the server can be broken, and what is excused from it is still there, word for word',
  { timeout: 60_000 },
  async () => {
    const { mutants } = await findMutants(join(import.meta.dirname, '../..'))
    expect(mutants.length).toBeGreaterThan(400)
  },
)
