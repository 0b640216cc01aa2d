import { join } from 'node:path'
import { expect, test } from 'vitest'
import { missingEquivalents } from './mutants.ts'

test('each line that is excused from being broken is still there, word for word', async () => {
  expect(await missingEquivalents(join(import.meta.dirname, '../..'))).toEqual([])
})
