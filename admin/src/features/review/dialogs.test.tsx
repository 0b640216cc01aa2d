// @vitest-environment happy-dom
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { beforeAll, expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { ReturnDialog } from './dialogs.tsx'

beforeAll(() => loadTexts('zh-CN'))

test('a work goes back with the time that is in the field: not before its year is typed, in a week where it is empty', async () => {
  const returned: (string | null)[] = []
  const page = await openPage(
    <ReturnDialog
      text="第二题没写单位"
      onText={() => undefined}
      hasMarks={false}
      busy={false}
      onReturn={(due) => returned.push(due)}
      onClose={() => undefined}
    />,
  )
  const type = (text: string) =>
    page.doing(() => {
      const [field] = page.all('input[type=datetime-local]')
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
      field?.dispatchEvent(new Event('input', { bubbles: true }))
    })
  const go = () => page.doing(() => page.all('dialog button').at(-1)?.click())
  await type('0202-11-24T22:00')
  await go()
  expect(returned).toEqual([])
  await type('2026-11-24T22:00')
  await go()
  await type('')
  await go()
  expect(returned).toEqual(['2026-11-24T14:00:00.000Z', null])
  await page.close()
})
