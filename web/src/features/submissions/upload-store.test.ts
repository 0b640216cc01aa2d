import { expect, test } from 'vitest'
import { createUploadQueue } from './upload-queue.ts'
import { uploadStore } from './upload-store.ts'

test('a student whose browser has no database sends files all the same, and takes them away again', () => {
  expect(globalThis.indexedDB).toBeUndefined()
  const sending: string[] = []
  const queue = createUploadQueue({
    carrier: {
      start: ({ name }) => {
        sending.push(name)
        return { stop: () => undefined }
      },
      abandon: () => undefined,
    },
    store: uploadStore({ user: 1, task: 2, round: 3 }),
    taken: () => [],
    done: () => undefined,
    newId: () => 'a',
    later: () => () => undefined,
  })
  queue.add([new File(['x'], '照片.png')], { file_mb: 200, max_files: 10 })
  expect(sending).toEqual(['照片.png'])
  queue.cancel('a')
  expect(queue.list()).toEqual([])
})
