// @vitest-environment happy-dom
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { useLayoutEffect } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { KeptPhoto } from './photo-store.ts'
import { usePhoto } from './use-photo.ts'

let kept: KeptPhoto | null = null
vi.mock('./photo-store.ts', () => ({
  photoStore: () => ({
    read: () => Promise.resolve(kept ?? undefined),
    write: (photo: KeptPhoto | null) => {
      kept = photo
      return Promise.resolve()
    },
  }),
}))
vi.mock('../../queries/send-picture.ts', () => ({ sendPicture: () => Promise.resolve({ id: 9 }) }))

let photo: ReturnType<typeof usePhoto>
let page: Awaited<ReturnType<typeof openPage>>
const Form = () => {
  const now = usePhoto('note:1:2')
  useLayoutEffect(() => void (photo = now))
  return null
}
const choose = (name: string) => page.doing(() => photo.take(new File(['x'], name)))

beforeEach(async () => {
  kept = null
  page = await openPage(<Form />)
})
afterEach(() => page.close())

test('a photo that a student chooses while a note is being sent stays for the next note', async () => {
  await choose('a.png')
  const sent = photo
  await choose('b.png')
  await page.doing(() => sent.sent())
  expect(photo.photo?.file.name).toBe('b.png')
  expect(kept?.file.name).toBe('b.png')
})

test('a first photo that a student chooses while a note without one is being sent stays as well', async () => {
  const sent = photo
  await choose('b.png')
  await page.doing(() => sent.sent())
  expect(photo.photo?.file.name).toBe('b.png')
})

test('a photo that was sent with its note is gone from the form and the device', async () => {
  await choose('a.png')
  await page.doing(() => photo.sent())
  expect(photo.photo).toBeNull()
  expect(kept).toBeNull()
})
