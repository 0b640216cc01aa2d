// @vitest-environment happy-dom
import { connect } from '@tongchuang/ui/send.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { useLayoutEffect, useState } from 'react'
import { expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { SearchResults } from './search-results.tsx'

let search: (q: string) => void
const Page = () => {
  const [q, setQ] = useState('没有这个')
  useLayoutEffect(() => void (search = setQ), [])
  return <SearchResults q={q} kind={null} onClear={() => undefined} />
}

test('a student is told that nothing was found only for the words that were searched for', async () => {
  await loadTexts('inside')
  const answers: PromiseWithResolvers<void>[] = []
  connect(async () => {
    const answer = Promise.withResolvers<void>()
    answers.push(answer)
    await answer.promise
    return { code: 1, msg: '', time: 0, data: { words: [], groups: [], found: 0, more: false } }
  })
  const page = await openPage(<Page />)
  const said = async () => {
    await page.doing(() => new Promise((resolve) => setTimeout(resolve, 10)))
    return document.body.textContent
  }
  await page.doing(() => answers[0]?.resolve())
  await expect.poll(said).toContain('没有找到「没有这个」')
  await page.doing(() => search('夜空'))
  expect(await said()).not.toContain('没有找到')
  await page.doing(() => answers[1]?.resolve())
  await expect.poll(said).toContain('没有找到「夜空」')
  await page.close()
})
