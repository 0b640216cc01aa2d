// @vitest-environment happy-dom
import { MeContext, type Me } from '@tongchuang/ui/me.tsx'
import { connect } from '@tongchuang/ui/send.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { beforeAll, expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { ReplyDialog } from './post-dialogs.tsx'
import type { Post } from './queries.ts'

beforeAll(() => loadTexts('zh-CN'))

test('a teacher whose reply got no answer sends the same words under one key, and mended words under another', async () => {
  const sent: { content: string; key: string }[] = []
  connect(async ({ input }) => {
    sent.push(input as { content: string; key: string })
    if (sent.length < 3) throw new TypeError('the connection broke')
    return { code: 1, msg: '', time: 0, data: {} }
  })
  const post = { id: 5, task_id: 31, content_html: '<p>问</p>', writer: { nickname: '小许', real_name: '' } }
  let done = 0
  const page = await openPage(
    <MeContext value={{ id: 11 } as unknown as Me}>
      <ReplyDialog post={post as unknown as Post} onDone={() => (done += 1)} onClose={() => undefined} />
    </MeContext>,
  )
  const press = async () => {
    await page.doing(() => page.all('dialog button').at(-1)?.click())
    await page.doing(() => new Promise((resolve) => setTimeout(resolve)))
  }
  await page.write(page.all('textarea')[0]!, '看第三页')
  await press()
  await press()
  await page.write(page.all('textarea')[0]!, '看第三页和第四页')
  await press()
  expect(sent.map(({ content }) => content)).toEqual(['看第三页', '看第三页', '看第三页和第四页'])
  expect(sent[1]?.key).toBe(sent[0]?.key)
  expect(sent[2]?.key).not.toBe(sent[0]?.key)
  expect(done).toBe(1)
  await page.close()
})
