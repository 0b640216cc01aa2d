// @vitest-environment happy-dom
import { MeContext } from '@tongchuang/ui/me.tsx'
import { connect } from '@tongchuang/ui/send.ts'
import { aMe } from '@tongchuang/ui/testing/me.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import type { ComponentProps } from 'react'
import { beforeAll, expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { CorrectDialog } from './correct-dialog.tsx'

beforeAll(() => loadTexts('zh-CN'))

type Shown = Partial<ComponentProps<typeof CorrectDialog>>

/** The dialog over a result; `asked` collects the requests sent. */
const openDialog = async (shown: Shown) => {
  const asked: Record<string, unknown>[] = []
  connect(async ({ input }) => {
    asked.push(input)
    return { code: 1, msg: '', time: 0, data: {} }
  })
  const beside = { areas: [], voices: [], onClose: () => undefined }
  const page = await openPage(
    <MeContext value={aMe({ id: 11 })}>
      <CorrectDialog submit_id={7} score={null} max_score={100} decision="pass" scored {...beside} {...shown} />
    </MeContext>,
  )
  const type = (label: string, text: string) =>
    page.doing(() => {
      const id = page.named('label', label).getAttribute('for') ?? ''
      const field = document.querySelector<HTMLInputElement | HTMLTextAreaElement>(`#${CSS.escape(id)}`)!
      // Bypasses the setter React installs on the element, so that React notices the new value.
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field) as object, 'value')!.set!.call(field, text)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    })
  const chosen = () =>
    page
      .all('fieldset button')
      .filter((one) => one.getAttribute('aria-pressed') === 'true')
      .map((one) => one.textContent)
  const confirm = async () => {
    await type('原因', '更正一下')
    await page.doing(() => page.named('button', '确定').click())
    await page.doing(() => new Promise((resolve) => setTimeout(resolve)))
    return asked.at(-1)
  }
  return {
    page,
    type,
    chosen,
    confirm,
    choose: (word: string) =>
      page.doing(() =>
        page
          .all('fieldset button')
          .find((one) => one.textContent === word)
          ?.click(),
      ),
  }
}

test('a fail without a number stays a fail when a mark on a page is taken back', async () => {
  const { page, chosen, confirm } = await openDialog({ decision: 'fail' })
  expect(chosen()).toEqual(['未通过'])
  expect(await confirm()).toMatchObject({ decision: 'fail', score: null })
  await page.close()
})

test('a fail of a task without numbers stays one, until the teacher says otherwise', async () => {
  const { page, chosen, choose, confirm } = await openDialog({ decision: 'fail', scored: false, score: 0 })
  expect(chosen()).toEqual(['未通过'])
  expect(await confirm()).toMatchObject({ decision: 'fail', score: null })
  await choose('通过')
  expect(await confirm()).toMatchObject({ decision: 'pass', score: null })
  await page.close()
})

test('a number that stays keeps what was decided on purpose, and another one goes by the line', async () => {
  const { page, type, chosen, confirm } = await openDialog({ score: 55, decision: 'pass' })
  expect(chosen()).toEqual(['通过'])
  expect(await confirm()).toMatchObject({ decision: 'pass', score: 55 })
  await type('新的分数', '72.5')
  expect(chosen()).toEqual([])
  const sent = await confirm()
  expect(sent).toMatchObject({ score: 72.5 })
  expect(sent).not.toHaveProperty('decision')
  await page.close()
})

test('a teacher who removes the score states whether the work passes', async () => {
  const { page, type, chosen, choose, confirm } = await openDialog({ score: 80, decision: 'pass' })
  await type('新的分数', '')
  expect(chosen()).toEqual(['通过'])
  await choose('未通过')
  expect(await confirm()).toMatchObject({ decision: 'fail', score: null })
  await page.close()
})

test.each(['85..', '850', '八十五'])(
  'what is typed as %s takes no number away: it is put right first',
  async (typed) => {
    const { page, type, confirm } = await openDialog({ score: 40, decision: 'fail' })
    await type('新的分数', typed)
    expect(await confirm()).toBeUndefined()
    expect(page.all('p').map((one) => one.textContent)).toContain('填0到100之间的数，最多两位小数')
    await type('新的分数', '８５')
    expect(await confirm()).toMatchObject({ score: 85 })
    await page.close()
  },
)

test('a correction says for which full marks its number was typed', async () => {
  const { page, type, confirm } = await openDialog({ score: 30, max_score: 40 })
  await type('新的分数', '36')
  expect(await confirm()).toMatchObject({ score: 36, max_score: 40 })
  await page.close()
})

test('a dialog that closed on a slip comes back with the score that its reason names', async () => {
  const before = await openDialog({ score: 55 })
  await before.type('新的分数', '85')
  await before.type('原因', '漏看一页，改为85')
  await before.page.close()
  const { page, confirm } = await openDialog({ score: 55 })
  expect(page.all('input')[0]).toMatchObject({ value: '85' })
  expect(await confirm()).toMatchObject({ score: 85 })
  await page.close()
})
