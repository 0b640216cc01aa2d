// @vitest-environment happy-dom
import { connect } from '@tongchuang/ui/send.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { beforeAll, expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { SavedComments } from './saved-comments.tsx'

beforeAll(() => loadTexts('zh-CN'))

test('a reviewer saves a comment as it was written, and reads where it is too long to be saved', async () => {
  const saved: unknown[] = []
  connect(async ({ method, input }) => {
    if (method === 'POST') saved.push(input.text)
    return { code: 1, msg: '', time: 0, data: [] }
  })
  const shown = async (text: string) => {
    const parts = { guild_id: 1, open: false, onOpen: () => undefined, onUse: () => undefined }
    const page = await openPage(<SavedComments {...parts} text={text} />)
    await page.doing(() => page.named('button', '存为常用').click())
    const said = page.all('p span').map((one) => one.textContent)
    await page.close()
    return said
  }
  expect(await shown('好'.repeat(500))).toEqual([])
  expect(await shown('好'.repeat(501))).toEqual(['常用评语最多500字，这条有501字'])
  expect(saved).toEqual(['好'.repeat(500)])
})
