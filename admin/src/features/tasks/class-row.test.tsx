// @vitest-environment happy-dom
import { SetMember } from '@tongchuang/contract/task-set-members.admin.ts'
import { sampleOf } from '@tongchuang/contract/testing/sample.ts'
import { elementOf } from '@tongchuang/ui/testing/element-of.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { beforeAll, expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import type { Dates } from './class-rules.ts'
import { ClassRow } from './class-row.tsx'

beforeAll(() => loadTexts('zh-CN'))

const own: Dates = { open_at: null, due_at: '2026-11-20T14:00:00.000Z', close_at: null }
const member = sampleOf(SetMember, { ...own, guild_name: '高一（2）班', member_count: 44 })

test('a deadline of a class left with half a year stays what it was, and one that is emptied is taken away', async () => {
  const sent: Dates[] = []
  const page = await openPage(
    <ClassRow
      member={member}
      first={own}
      isFirst={false}
      locked={false}
      onDates={(dates) => sent.push(dates)}
      onLeave={null}
    />,
  )
  const leaveWith = async (text: string) => {
    const field = elementOf(HTMLInputElement, page.named('input', '高一（2）班的截止时间'))
    await page.doing(() => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    })
    await page.doing(() => field.dispatchEvent(new FocusEvent('focusout', { bubbles: true })))
    return field.value
  }
  expect(await leaveWith('0202-11-20T22:00')).toBe('2026-11-20T22:00')
  expect(sent).toEqual([])
  await leaveWith('')
  expect(sent.map(({ due_at }) => due_at)).toEqual([null])
  await page.close()
})
