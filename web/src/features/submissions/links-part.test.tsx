// @vitest-environment happy-dom
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { pasteText } from '@tongchuang/ui/testing/paste.ts'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { LinksPart } from './links-part.tsx'

test('while a work is handed in its student takes no address out of it and adds none', async () => {
  await Promise.all([loadTexts('inside'), loadTexts('taskSubmit')])
  const changes: string[][] = []
  for (const locked of [true, false]) {
    const page = await openPage(
      <LinksPart links={['https://school.example/a']} locked={locked} onChange={(links) => changes.push(links)} />,
    )
    for (const button of page.all('button')) await page.doing(() => button.click())
    await page.close()
  }
  expect(changes).toEqual([[], ['https://school.example/a', '']])
})

test.each([
  ['【校园里的光】 https://video.example/BV1x_y?from=app，快来看', ['https://video.example/BV1x_y?from=app']],
  ['两个：https://a.example/1 和 https://a.example/2', null],
  ['没有网址', null],
])('a student who pastes what an app shares, %s, has its only address, or the text as it is', async (text, links) => {
  await Promise.all([loadTexts('inside'), loadTexts('taskSubmit')])
  const changes: string[][] = []
  const page = await openPage(<LinksPart links={['']} locked={false} onChange={(next) => changes.push(next)} />)
  const [field] = page.all('input')
  let isLeftToBrowser = true
  await page.doing(() => {
    isLeftToBrowser = pasteText(field!, text)
  })
  await page.close()
  expect([changes, isLeftToBrowser]).toEqual(links ? [[links], false] : [[], true])
})

test('a student who adds an address types it at once, also after another one', async () => {
  await Promise.all([loadTexts('inside'), loadTexts('taskSubmit')])
  const Links = () => {
    const [links, setLinks] = useState<readonly string[]>([])
    return <LinksPart links={links} locked={false} onChange={setLinks} />
  }
  const { doing, named, all, write } = await openPage(<Links />)
  expect(document.activeElement).toBe(document.body)
  await doing(() => named('button', '加一个链接').click())
  expect(document.activeElement).toBe(all('input')[0])
  await write(all('input')[0]!, 'https://a.example')
  await doing(() => named('button', '再加').click())
  expect(document.activeElement).toBe(all('input')[1])
})
