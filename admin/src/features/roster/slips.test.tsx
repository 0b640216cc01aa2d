// @vitest-environment happy-dom
import { connect } from '@tongchuang/ui/send.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { beforeAll, expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { Slips } from './slips.tsx'

beforeAll(() => loadTexts('zh-CN'))

const printed = async (address: string) => {
  const list = [{ student_no: '0012', real_name: '林雨桐', class_name: '', username: '0012', password: 'abcd2345' }]
  connect(async () => ({ code: 1, msg: '', time: 0, data: { site_name: '一中', guild_name: null, address, list } }))
  const page = await openPage(<Slips id={1} />)
  await page.doing(() => new Promise((resolve) => setTimeout(resolve)))
  const text = document.body.textContent
  await page.close()
  return text
}

test('a slip prints the address the server names, and warns of one only this computer can open', async () => {
  const good = await printed('https://guild.school.cn/')
  expect(good).toContain('https://guild.school.cn/')
  expect(good).not.toContain('只有这台电脑打得开')
  expect(await printed('http://localhost:3000/')).toContain('只有这台电脑打得开')
})

test('slips that are not there any more are said to be none, with where a new password comes from, not to have failed', async () => {
  connect(async () => ({ code: 0, msg: '没有找到', time: 0, data: { reason: 'NOT_FOUND' } }))
  const page = await openPage(<Slips id={99} />)
  await page.doing(() => new Promise((resolve) => setTimeout(resolve)))
  expect(document.body.textContent).toMatch(/^没有要发的账号条.*之后在「学生」里重置密码/)
  expect(page.all('[role=alert]')).toEqual([])
  await page.close()
})
