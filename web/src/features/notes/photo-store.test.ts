import { expect, test } from 'vitest'
import { photoStore } from './photo-store.ts'

test('a student whose browser has no database still chooses a photo, which is then on the page alone', async () => {
  expect(globalThis.indexedDB).toBeUndefined()
  const { read, write } = photoStore('note:1:2')
  await write({ file: new File(['x'], 'a.png'), id: null })
  expect(await read()).toBeUndefined()
  await write(null)
})
