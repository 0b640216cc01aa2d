// @vitest-environment happy-dom
import { openPage } from '@tongchuang/ui/testing/page.tsx'
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
