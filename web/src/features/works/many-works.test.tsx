// @vitest-environment happy-dom
import { works } from '@tongchuang/contract/works.ts'
import { sampleOf } from '@tongchuang/contract/testing/sample.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { connect } from '@tongchuang/ui/send.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { FeaturedRow } from './featured-row.tsx'
import { pickedQuery } from './queries.ts'

const Row = () => (
  <FeaturedRow
    query={useInfiniteQuery(pickedQuery({ sort: 'new' }))}
    month={false}
    onOpen={() => {}}
    onAll={() => {}}
  />
)

test('a student of a district is not told that the picked works that were counted are all there are', async () => {
  for (const part of ['auth', 'inside', 'school'] as const) await loadTexts(part)
  const first = sampleOf(works.list.output, { list: [{ id: 1 }], next: 'b', total: 1000, total_more: true })
  connect(async () => ({ code: 1, msg: '', time: 0, data: first }))
  const page = await openPage(<Row />)
  const said = async () => {
    await page.doing(() => new Promise((resolve) => setTimeout(resolve, 10)))
    return page.all('h2 button').map(({ textContent }) => textContent)
  }
  await expect.poll(said).toEqual(['看全部，1000件以上'])
})
