// @vitest-environment happy-dom
import { connect } from '@tongchuang/ui/send.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { toasts } from '@tongchuang/ui/toast.ts'
import { beforeAll, expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { ReleaseDialog } from './dialogs.tsx'
import { ReleaseSet } from './release-set.tsx'

beforeAll(() => loadTexts('zh-CN'))

const aClass = (task_id: number, scored: number, waiting: number) => ({
  ...{ task_id, guild_id: task_id, guild_name: `高一（${task_id}）班`, hue: '', glyph: '', flag: '' },
  ...{ people: 44, scored, returning: 1, waiting, missing: 2, released: 0, returned: 0, excused: 0 },
  ...{ parts: [0, 1, 2, 3, 4], average: 82.9, archived: false, timed: null },
})

const aPick = (task_id: number, by: string[]) => ({
  ...{ task_id, guild_id: task_id, guild_name: `高一（${task_id}）班`, count: by.length, by, may_agree: true },
  works: by.map((_, at) => ({ submit_id: task_id * 10 + at, student: `同学${task_id * 10 + at}` })),
})

/** The dialog over two classes, of which the second is refused; `asked` is what was sent. */
const openDialog = async (proposed: readonly ReturnType<typeof aPick>[] = [], outcome: object = refused) => {
  const asked: Record<string, unknown>[] = []
  const answers: Readonly<Record<string, unknown>> = {
    '/api/admin/review/set': { title: '食堂', average: 82, classes: [aClass(1, 40, 1), aClass(2, 38, 0)] },
    '/api/admin/work/proposed_in_set': { classes: proposed },
    '/api/admin/review/release-set': { classes: [outcome] },
    '/api/admin/review/release': { released: 0, people: 2 },
  }
  connect(async ({ method, path, input }) => {
    if (method === 'POST') asked.push(input)
    return { code: 1, msg: '', time: 0, data: answers[path] }
  })
  const page = await openPage(<ReleaseSet set_id={7} onClose={() => undefined} />)
  const settle = () => page.doing(() => new Promise((resolve) => setTimeout(resolve)))
  // The picks are requested only after the classes are rendered.
  await settle()
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
  expect(head()).toBe('2个班，88人1份待批')
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

test('picks of assistants that wait are named with who picked, and only of classes that are released', async () => {
  const { page, click } = await openDialog([aPick(1, ['周舟', '吴桐']), aPick(2, ['沈砚'])])
  const waiting = () => page.all('b').map(({ textContent }) => textContent)
  expect(waiting()).toEqual([
    '高一（1）班有2份评优是周舟、吴桐提的，还没确认',
    '高一（2）班有1份评优是沈砚提的，还没确认',
  ])
  await click('input', '公布高一（2）班')
  expect(waiting()).toEqual(['高一（1）班有2份评优是周舟、吴桐提的，还没确认'])
  expect(page.all('p a').map((one) => [one.textContent, one.getAttribute('href')])).toEqual([
    ['同学10', '/review?task=1&state=reviewed&work=10'],
    ['同学11', '/review?task=1&state=reviewed&work=11'],
  ])
  await page.close()
})

test('a teacher whose colleague has released the set, or a task of it, meanwhile reads that it is out already', async () => {
  toasts.set([])
  const said = () => toasts.get().map(({ kind, text }) => [kind, text])
  const already = ['info', '这里没有等着公布的了，已经有人公布过']
  const { page, click } = await openDialog([], { task_id: 1, done: true, released: 0 })
  await click('button', '公布80份')
  expect(said()).toEqual([already])
  await page.close()
  toasts.set([])
  const one = await openPage(<ReleaseDialog task_id={1} onClose={() => undefined} />)
  await one.doing(() => expect.poll(() => one.all('output')[0]?.textContent).toContain('2'))
  await one.doing(() => one.all('dialog button').at(-1)?.click())
  await one.doing(() => new Promise((resolve) => setTimeout(resolve)))
  expect(said()).toEqual([already])
  await one.close()
})
