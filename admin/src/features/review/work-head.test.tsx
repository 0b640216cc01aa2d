// @vitest-environment happy-dom
import { elementOf } from '@tongchuang/ui/testing/element-of.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { beforeAll, expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { aReviewWork } from './factory.ts'
import type { WorkFiles } from './use-work-files.ts'
import { WorkViews } from './work-head.tsx'

beforeAll(() => loadTexts('zh-CN'))

test('a reviewer comes to the first of many versions, however often it was handed in', async () => {
  const versions = Array.from({ length: 8 }, (_, at) => ({ submit_id: 18 - at, version: 8 - at }))
  const work = aReviewWork({ submit_id: 18, version: 8, files: [], versions })
  const shown: number[] = []
  const files = {} as unknown as WorkFiles
  const page = await openPage(<WorkViews work={work} shown={work} onShow={(id) => shown.push(id)} files={files} />)
  const list = elementOf(HTMLSelectElement, page.all('select')[0])
  expect([list.value, list.options.length]).toEqual(['18', 8])
  await page.doing(() => {
    list.value = '11'
    list.dispatchEvent(new Event('change', { bubbles: true }))
  })
  expect(shown).toEqual([11])
  await page.close()
})
