// @vitest-environment happy-dom
import { peopleAdmin } from '@tongchuang/contract/people.admin.ts'
import { RoleContext } from '@tongchuang/ui/permission.tsx'
import { connect } from '@tongchuang/ui/send.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { beforeAll, expect, test } from 'vitest'
import { loadTexts } from '../locales/texts.ts'
import { SearchBox } from './search-box.tsx'

beforeAll(() => loadTexts('zh-CN'))

test('a teacher who searches for a name that many have is led to all of them, and nowhere where these are all', async () => {
  const person = { id: 1, real_name: '张伟', nickname: '小张', student_no: '01', class_name: '' }
  const task = { id: 5, title: '张衡', guild_name: '一班' }
  connect(async ({ path }) => {
    const data = path === peopleAdmin.list.path ? { list: [person], next: 'more' } : { list: [task], next: null }
    return { code: 1, msg: '', time: 0, data }
  })
  const page = await openPage(
    <RoleContext value="teacher">
      <SearchBox rail={false} />
    </RoleContext>,
  )
  await page.doing(() => page.all('button')[0]?.click())
  await page.write(page.all('input[type=search]')[0]!, '张')
  const links = async () => {
    await page.doing(() => undefined)
    return page.all('section a').map((link) => link.getAttribute('href'))
  }
  await expect.poll(links).toEqual(['/people?q=01', '/people?q=%E5%BC%A0', '/tasks/5'])
  await page.close()
})
