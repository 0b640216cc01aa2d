// @vitest-environment happy-dom
import { classNames } from '@tongchuang/contract/class-names.admin.ts'
import { connect } from '@tongchuang/ui/send.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { beforeAll, expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { GradeUp } from './grade-up.tsx'

beforeAll(() => loadTexts('zh-CN'))

test('an administrator whose press beside the dialog closes it finds the typed names of the classes again', async () => {
  const classes = ['高一1班', '高一2班'].map((from) => ({ from, to: null, students: 45, is_last: false }))
  connect(async () => ({ code: 1, msg: '', time: 0, data: { classes, guilds: [], last: null } }))
  const page = await openPage(<GradeUp />)
  const open = async () => {
    await page.doing(() => page.all('button')[0]?.click())
    await page.doing(() => expect.poll(() => page.all('dialog tbody input').length).toBe(2))
  }
  const names = () => page.all('dialog tbody input').map((field) => (field as HTMLInputElement).value)
  await open()
  await page.write(page.all('dialog tbody input')[0]!, '高二（1）班')
  await page.doing(() => page.all('dialog')[0]?.dispatchEvent(new MouseEvent('mousedown', { bubbles: true })))
  expect(page.all('dialog')).toEqual([])
  await open()
  expect(names()).toEqual(['高二（1）班', ''])
  await page.close()
})

test('an administrator whose renaming got no answer presses again for the same renaming, not for one a year further', async () => {
  const named = (...all: string[]) => all.map((from) => ({ from, to: null, students: 45, is_last: false }))
  let classes = named('一班', '二班')
  const asked: unknown[] = []
  connect(async ({ path, input }) => {
    if (path !== classNames.rename.path) return { code: 1, msg: '', time: 0, data: { classes, guilds: [], last: null } }
    asked.push(input)
    if (asked.length > 1) return { code: 1, msg: '', time: 0, data: { classes: 2, students: 90, archived: 0 } }
    // The school has the new names; only the answer is lost.
    classes = named('二班', '三班')
    throw new TypeError('the answer was lost')
  })
  const page = await openPage(<GradeUp />)
  await page.doing(() => page.all('button')[0]?.click())
  await page.doing(() => expect.poll(() => page.all('dialog tbody input').length).toBe(2))
  await page.write(page.all('dialog tbody input')[0]!, '二班')
  await page.write(page.all('dialog tbody input')[1]!, '三班')
  const go = () => page.doing(() => page.named('dialog button', '改2个班').click())
  await go()
  await page.doing(() => expect.poll(() => page.all('dialog tbody')[0]?.textContent).not.toContain('一班'))
  await go()
  await page.doing(() => expect.poll(() => asked).toHaveLength(2))
  expect(asked[1]).toEqual(asked[0])
  await page.close()
})
