// @vitest-environment happy-dom
import { connect } from '@tongchuang/ui/send.ts'
import { elementOf } from '@tongchuang/ui/testing/element-of.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { SystemState } from './system-state.tsx'

const state = {
  ...{ version: '1.0.0', node: 'v26.0.0', database: 'sqlite', findings: [], stops: [], jobs: [] },
  disk: { free: 2 ** 30, total: 2 ** 31 },
  mail: { enabled: true, waiting: 0, failed: 0, last_failure: '' },
  events: { waiting: 0, failing: 0 },
  damaged: { total: 0, list: [] },
}

beforeAll(() => loadTexts('zh-CN'))
beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('an administrator whose page cannot be read anew for once keeps what stands there and what was typed', async () => {
  let isDown = false
  connect(async () => {
    if (isDown) throw new Error('the line is broken')
    return { code: 1, msg: '', time: 0, data: state }
  })
  const page = await openPage(<SystemState />)
  const pass = (ms: number) => page.doing(() => vi.advanceTimersByTimeAsync(ms))
  await pass(10)
  const field = elementOf(HTMLInputElement, page.all('input[type=email]')[0])
  await page.write(field, 'it@school.example')
  isDown = true
  await pass(30_100)
  expect(elementOf(HTMLInputElement, page.all('input[type=email]')[0]).value).toBe('it@school.example')
  expect(page.named('output', '暂时读不到最新状态').textContent).toContain('会自己再试')
  isDown = false
  await pass(30_100)
  expect(page.all('output').filter(({ textContent }) => textContent.includes('暂时读不到'))).toEqual([])
  await page.close()
})
