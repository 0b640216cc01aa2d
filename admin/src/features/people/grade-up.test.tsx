// @vitest-environment happy-dom
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
