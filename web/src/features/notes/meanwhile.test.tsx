// @vitest-environment happy-dom
import { keptText } from '@tongchuang/ui/kept-text.ts'
import { ProfileContext } from '@tongchuang/ui/profile.tsx'
import { connect } from '@tongchuang/ui/send.ts'
import { elementOf } from '@tongchuang/ui/testing/element-of.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { aProfile } from '@tongchuang/ui/testing/profile.ts'
import { useLayoutEffect } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { NoteThread } from './note-thread.tsx'
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

describe('in this window', () => {
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
})

describe('in another window', () => {
  /** What the device keeps of this student’s note: another window writes and sends through the same. */
  const { read, write, sent } = keptText('note:1:3')
  const field = () => elementOf(HTMLTextAreaElement, page.all('textarea')[0])
  const enter = () => page.doing(() => field().focus())
  const leave = () => page.doing(() => field().blur())

  beforeAll(async () => {
    for (const part of ['auth', 'inside', 'school', 'taskDetail'] as const) await loadTexts(part)
  })
  beforeEach(async () => {
    connect(async () => ({
      code: 1,
      msg: '',
      time: 0,
      data: { list: [], next: null, total: 0, closed: null, waiting_since: null },
    }))
    page = await openPage(
      <ProfileContext value={aProfile({ id: 1 })}>
        <NoteThread task_id={3} />
      </ProfileContext>,
    )
    await expect
      .poll(async () => {
        await page.doing(() => new Promise((resolve) => setTimeout(resolve, 10)))
        return page.all('textarea').length
      })
      .toBe(1)
  })
  afterEach(async () => {
    await page.close()
    localStorage.clear()
  })

  test('a student who goes on with a note in a window that was open before writes over nothing of the other window', async () => {
    write('第二题我是这样想的：')
    await enter()
    expect(field().value).toBe('第二题我是这样想的：')
    await page.write(field(), '第二题我是这样想的：先画图')
    expect(read()).toBe('第二题我是这样想的：先画图')
  })

  test('a note that was sent in another window is not offered here a second time', async () => {
    await enter()
    await page.write(field(), '为什么是 86 分？')
    await leave()
    sent('为什么是 86 分？')
    await enter()
    expect(field().value).toBe('')
  })
})
