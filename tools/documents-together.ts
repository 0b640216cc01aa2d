import { openSync, readSync, closeSync } from 'node:fs'
import { BaseSequencer } from 'vitest/node'
import type { TestSpecification } from 'vitest/node'

const mark = '// @vitest-environment happy-dom'

/** Whether a test file asks for a document in its first line. */
export const asksForDocument = (path: string): boolean => {
  const file = openSync(path, 'r')
  const begin = Buffer.alloc(mark.length)
  readSync(file, begin)
  closeSync(file)
  return begin.toString() === mark
}

/**
 * The order of the test files: of each project those with a document come first, then the others. A process serves one
 * file after the other only as long as the next one has the same environment, so in a mixed order nearly every file
 * would start a process, build a document and read React anew: more than half of the time of the units.
 */
export default class DocumentsTogether extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const parts = Map.groupBy(sorted, ({ project }) => project.name)
    return [...parts.values()].flatMap((part) => {
      const { documents = [], others = [] } = Object.groupBy(part, ({ moduleId }) =>
        asksForDocument(moduleId) ? 'documents' : 'others',
      )
      return [...documents, ...others]
    })
  }
}
