// @vitest-environment happy-dom
import { connect } from '@tongchuang/ui/send.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { beforeAll, expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { ReleaseSet } from './release-set.tsx'

beforeAll(() => loadTexts('zh-CN'))

const aClass = (task_id: number, scored: number, waiting: number) => ({
  ...{ task_id, guild_id: task_id, guild_name: `高一（${task_id}）班`, hue: '', glyph: '', flag: '' },
  ...{ people: 44, scored, returning: 1, waiting, missing: 2, released: 0, returned: 0, excused: 0 },
  ...{ parts: [0, 1, 2, 3, 4], average: 82.9, archived: false, timed: null },
})

/** The dialog over two classes, of which the second is refused; `asked` is what was sent. */
const openDialog = async () => {
  const asked: Record<string, unknown>[] = []
  connect(async ({ path, input }) => {
    const data = path.endsWith('/review/set')
      ? { title: '食堂', average: 82, classes: [aClass(1, 40, 1), aClass(2, 38, 0)] }
      : { classes: [refused] }
    if (!path.endsWith('/review/set')) asked.push(input as Record<string, unknown>)
    return { code: 1, msg: '', time: 0, data }
  })
  const page = await openPage(<ReleaseSet set_id={7} onClose={() => undefined} />)
  const settle = () => page.doing(() => new Promise((resolve) => setTimeout(resolve)))
  await settle()
  const click = async (selector: string, name: string) => {
    await page.doing(() => page.named(selector, name).click())
    await settle()
  }
  return { page, asked, click, head: () => page.named('p', '个班，').textContent }
}
const refused = {
  ...{ task_id: 2, guild_id: 2, guild_name: '高一（2）班', done: false, made: false },
  ...{ reason: 'ARCHIVED', text: '公会已归档，只能查看', released: 0 },
}

test('a class that is left out takes its people and results from the sentence and the button', async () => {
  const { page, click, head } = await openDialog()
  expect(head()).toBe('2个班，88人1份未批')
  expect(page.named('button', '公布80份')).toBeTruthy()
  await click('input', '公布高一（1）班')
  expect(head()).toBe('1个班，44人')
  await click('input', '公布高一（2）班')
  expect(page.named('button', '没有可公布的').getAttribute('aria-disabled')).toBe('true')
  await page.close()
})

test('what is not reviewed follows unless the teacher keeps it, and a class that could not is tried again', async () => {
  const { page, asked, click } = await openDialog()
  await click('button', '公布80份')
  expect(asked).toEqual([{ set_id: 7, task_ids: [1, 2], follow: true }])
  expect(page.named('output', '公会已归档，只能查看')).toBeTruthy()
  await click('label', '批好后先留着')
  await click('button', '再试')
  expect(asked[1]).toMatchObject({ follow: false })
  await page.close()
})

test('a release at a time says the time on its button and sends it', async () => {
  const { page, asked, click } = await openDialog()
  await click('label', '定时')
  await click('button', '07:30公布')
  expect(asked[0]?.['at']).toMatch(/^\d{4}-\d\d-\d\dT/)
  await page.close()
})
