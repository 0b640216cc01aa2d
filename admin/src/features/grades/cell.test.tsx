// @vitest-environment happy-dom
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { CellMark } from './cell.tsx'

const picked = { t: 0, mark: 'passed', score: 95, late: false, featured: true, submit_id: 1 } as const

test('a teacher who reads English finds the seal of an excellent work as it stands everywhere, with its meaning', async () => {
  for (const [language, meaning] of [
    ['zh-CN', '优秀'],
    ['en-US', 'Excellent'],
  ] as const) {
    await loadTexts(language)
    const page = await openPage(<CellMark cell={picked} />)
    const [seal] = page.all('abbr')
    expect([seal?.textContent, seal?.title]).toEqual(['优', meaning])
    await page.close()
  }
})
