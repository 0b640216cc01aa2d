// @vitest-environment happy-dom
import { Suspense } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { lazyPart } from './lazy-part.tsx'
import { openPage } from './testing/page.tsx'

afterEach(() => vi.unstubAllGlobals())

const Words = () => <p>后来的一部分</p>

test('a student whose network goes between two requests of a part keeps the page, and has the part once it is back', async () => {
  vi.stubGlobal('fetch', async () => new Response())
  let isBack = false
  // The guard of the build asks for nothing without a network; what it throws names no file.
  const Part = lazyPart(async () => {
    if (!isBack) throw new TypeError('Failed to fetch dynamically imported module: no network')
    return Words
  })
  const page = await openPage(
    <>
      <h1>任务</h1>
      <Suspense>
        <Part />
      </Suspense>
    </>,
  )
  const shown = async () => {
    await page.doing(() => new Promise((resolve) => setTimeout(resolve, 5)))
    return document.body.textContent
  }
  await expect.poll(shown).toContain('这一部分还没有打开')
  expect(await shown()).toContain('任务')
  isBack = true
  await page.doing(() => page.named('button', '重试').click())
  await expect.poll(shown).toContain('后来的一部分')
})
