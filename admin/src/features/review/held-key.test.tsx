// @vitest-environment happy-dom
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { expect, test } from 'vitest'
import { useKeys } from './use-keys.ts'

const hold = async (page: Awaited<ReturnType<typeof openPage>>, key: string) => {
  for (let times = 0; times < 4; times += 1) await page.press(key, { repeat: times > 0 })
}

test('a reviewer who holds a key down decides, switches and fills in once, and moves on for as long as it is held', async () => {
  const acted: string[] = []
  const keys = ['s', 'x', 'w', '5', 'u', 'j', 'k', 'ArrowUp', 'ArrowDown', 'ArrowRight']
  const Reviewing = () => {
    useKeys(Object.fromEntries(keys.map((key) => [key, () => void acted.push(key)])))
    return null
  }
  const page = await openPage(<Reviewing />)
  // Pointing at something ends the pause on keys, so no key is still paused by an earlier test.
  document.dispatchEvent(new Event('pointerdown'))
  for (const key of keys) await hold(page, key)
  // With the shift lock on, a letter is the same key.
  await hold(page, 'S')
  await hold(page, 'J')
  const timesOf = (key: string) => acted.filter((one) => one === key).length
  expect(keys.map((key) => [key, timesOf(key)])).toEqual([
    ['s', 2],
    ['x', 1],
    ['w', 1],
    ['5', 1],
    ['u', 1],
    ['j', 8],
    ['k', 4],
    ['ArrowUp', 4],
    ['ArrowDown', 4],
    ['ArrowRight', 4],
  ])
  await page.close()
})
