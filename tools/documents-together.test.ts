import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { TestSpecification } from 'vitest/node'
import DocumentsTogether from './documents-together.ts'

const root = join(import.meta.dirname, '..')

const specification = (project: string, path: string) => ({
  project: { name: project, config: { isolate: false, sequence: { groupOrder: 0 } } },
  moduleId: join(root, path),
})

test('a process serves the tests with a document one after the other, and those of a project together', async () => {
  const cache = { getTestSpecificationResult: () => undefined }
  const given = [
    specification('unit', 'tools/removals.test.ts'),
    specification('unit', 'ui/src/dialog.test.tsx'),
    specification('sqlite', 'server/src/db/paging.test.ts'),
    specification('unit', 'tools/service.test.ts'),
    specification('unit', 'ui/src/csv-file.test.ts'),
  ]
  const sorted = await new DocumentsTogether({ cache } as never).sort(given as unknown as TestSpecification[])
  const kinds = sorted.map(({ project, moduleId }) => [project.name, moduleId.includes('/ui/')])
  expect(kinds).toEqual([
    ['sqlite', false],
    ['unit', true],
    ['unit', true],
    ['unit', false],
    ['unit', false],
  ])
})
