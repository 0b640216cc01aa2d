// @vitest-environment happy-dom
import { peopleAdmin } from '@tongchuang/contract/people.admin.ts'
import { sampleOf } from '@tongchuang/contract/testing/sample.ts'
import { connect } from '@tongchuang/ui/send.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { beforeAll, expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { MergeDialog } from './merge-dialog.tsx'

beforeAll(() => loadTexts('zh-CN'))

test('an administrator who looks for one of many of a name is told that more of them are there than are listed', async () => {
  const named = (id: number) =>
    sampleOf(peopleAdmin.list.output.properties.list.items, { id, username: `z${id}`, real_name: '张伟' })
  const shown = async (many: number) => {
    const list = Array.from({ length: many }, (_, at) => named(at + 1))
    connect(async () => ({ code: 1, msg: '', time: 0, data: { list, next: null } }))
    const page = await openPage(<MergeDialog student={named(1)} onClose={() => undefined} />)
    await page.doing(() => expect.poll(() => page.all('input[type=radio]').length).toBeGreaterThan(0))
    const found = [page.all('input[type=radio]').length, page.all('fieldset p').map((one) => one.textContent)]
    await page.close()
    return found
  }
  expect(await shown(9)).toEqual([8, []])
  expect(await shown(10)).toEqual([8, ['只列出前8个，输入学号或用户名缩小范围']])
})
