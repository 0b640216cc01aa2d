// @vitest-environment happy-dom
import { MeContext, type Me } from '@tongchuang/ui/me.tsx'
import { RoleContext } from '@tongchuang/ui/permission.tsx'
import { connect } from '@tongchuang/ui/send.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { beforeAll, expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { GradeBoard } from './grade-board.tsx'

beforeAll(() => loadTexts('zh-CN'))

const openGrades = async (role: 'admin' | 'teacher' | 'assistant', guilds: number) => {
  connect(async () => ({ code: 1, msg: '', time: 0, data: [] }))
  const page = await openPage(
    <MeContext value={{ id: 1, role, guilds } as unknown as Me}>
      <RoleContext value={role}>
        <GradeBoard />
      </RoleContext>
    </MeContext>,
  )
  await page.doing(() => new Promise((resolve) => setTimeout(resolve)))
  return page
}

test('whoever leads guilds and has none is not told that a teacher keeps its grades from them', async () => {
  for (const role of ['teacher', 'admin'] as const) {
    const page = await openGrades(role, 0)
    expect(document.body.textContent).toContain('你还没有公会')
    expect(document.body.textContent).not.toContain('看成绩表')
    expect(page.named('a', '去建公会').getAttribute('href')).toBe('/guilds')
    await page.close()
  }
})

test('an assistant whose guilds show them no grades reads who can change that', async () => {
  const page = await openGrades('assistant', 2)
  expect(document.body.textContent).toContain('老师可以在公会设置里打开「看成绩表」')
  await page.close()
})
