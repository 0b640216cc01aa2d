// @vitest-environment happy-dom
import { FileCard } from '@tongchuang/contract/files.ts'
import { sampleOf } from '@tongchuang/contract/testing/sample.ts'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { elementOf } from './testing/element-of.ts'
import { openPage } from './testing/page.tsx'
import { VoicePlayer } from './voice-player.tsx'

const oldLink = '/api/files/3?old'

/** A recording whose link the page gets anew at a press, as it does with every answer after a quarter of an hour. */
const Page = () => {
  const [url, setUrl] = useState(oldLink)
  const file = sampleOf(FileCard, { id: 3, kind: 'audio', url })
  return (
    <>
      <button type="button" onClick={() => setUrl('/api/files/3?new')}>
        重新读取
      </button>
      <VoicePlayer voice={{ seconds: 90, peaks: [40, 60], file }} number={1} of={1} />
    </>
  )
}

test('a student hears a recording to its end while the page gets a new link to it, and the next time by that link', async () => {
  const page = await openPage(<Page />)
  const sound = elementOf(HTMLAudioElement, page.all('audio')[0])
  const happens = (what: string) => page.doing(() => sound.dispatchEvent(new Event(what)))
  await happens('play')
  await page.doing(() => page.named('button', '重新读取').click())
  expect(sound.getAttribute('src')).toBe(oldLink)
  await happens('pause')
  await happens('ended')
  expect(sound.getAttribute('src')).toBe('/api/files/3?new')
})

test('a student whose recording could not be fetched reads so until it plays, and the button does not say that it does', async () => {
  const page = await openPage(<Page />)
  const sound = elementOf(HTMLAudioElement, page.all('audio')[0])
  const happens = (what: string) => page.doing(() => sound.dispatchEvent(new Event(what)))
  await happens('play')
  page.named('button', '暂停')
  await happens('error')
  page.named('button', '播放')
  expect(page.all('output')).toHaveLength(1)
  await happens('playing')
  expect(page.all('output')).toEqual([])
})

test('a student who presses play without a network does not read that the device cannot play it', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const page = await openPage(<Page />)
  await page.doing(() => page.all('audio')[0]?.dispatchEvent(new Event('error')))
  expect(page.all('output')).toEqual([])
  online.mockRestore()
})
