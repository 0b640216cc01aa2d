// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { PageHead } from './page-head.tsx'
import { openPage } from './testing/page.tsx'

test('a teacher on a phone reads what a page is for before its buttons', async () => {
  const page = await openPage(
    <PageHead title="任务统计" lead="分数只算已公布的">
      <button type="button">打印</button>
    </PageHead>,
  )
  expect(page.all('header')[0]?.textContent).toBe('任务统计分数只算已公布的打印')
  await page.close()
})
