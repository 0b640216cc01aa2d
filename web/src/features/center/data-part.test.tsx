// @vitest-environment happy-dom
import { privacy } from '@tongchuang/contract/privacy.ts'
import { sampleOf } from '@tongchuang/contract/testing/sample.ts'
import { connect } from '@tongchuang/ui/send.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { beforeAll, expect, test, vi } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { DataPart } from './data-part.tsx'

beforeAll(() => Promise.all([loadTexts('inside'), loadTexts('myCenter')]))

test('a student whose settings have lain open for an hour downloads the copy of their data by a link that still opens', async () => {
  vi.useFakeTimers()
  connect(async ({ path }) => {
    const link = `/api/student/export/1?signature=${Date.now()}`
    const data =
      path === privacy.exported.path
        ? {
            status: 'ready',
            asked_at: null,
            size: 4_000_000,
            link,
            until: new Date(Date.now() + 3_600_000).toISOString(),
          }
        : sampleOf(privacy.deletion.output)
    return { code: 1, msg: '', time: 0, data }
  })
  const page = await openPage(<DataPart />)
  const ageOfLink = () => Date.now() - Number(page.all('a[download]')[0]?.getAttribute('href')?.split('=')[1])
  await page.doing(() => vi.advanceTimersByTimeAsync(100))
  expect(ageOfLink()).toBeLessThan(1_000)
  await page.doing(() => vi.advanceTimersByTimeAsync(3_600_000))
  expect(ageOfLink()).toBeLessThan(15 * 60_000)
  await page.close()
})
