// @vitest-environment happy-dom
import { CallFailed } from '@tongchuang/contract/sender.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { beforeAll, expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { NoWork } from './queue.tsx'

beforeAll(() => loadTexts('zh-CN'))

test('a reviewer who opens a work that its student has withdrawn is led to the first one, not to try again', async () => {
  let went = 0
  const nothing = () => undefined
  const page = await openPage(
    <NoWork
      error={new CallFailed({ code: 0, msg: '内容不存在', time: 0, data: { reason: 'NOT_FOUND' } })}
      onRetry={nothing}
      onFirst={() => (went += 1)}
      isComing={false}
      unread={null}
      isFiltered={false}
      onClear={nothing}
    />,
  )
  expect(page.all('button').map((one) => one.textContent)).toEqual(['看第一份'])
  await page.doing(() => page.named('button', '看第一份').click())
  expect(went).toBe(1)
  await page.close()
})
