// @vitest-environment happy-dom
import { elementOf } from '@tongchuang/ui/testing/element-of.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { useState } from 'react'
import { beforeAll, expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { DateFields } from './date-fields.tsx'
import type { Values } from './form-values.ts'

beforeAll(() => loadTexts('zh-CN'))

const dates = { channel: 'online', open_at: null, due_at: '2026-11-20T14:00:00.000Z', close_at: null }

/** The date fields of a task whose late work is marked as late, with the given deduction if there is one. */
const open = async (costs: Pick<Values, 'late_percent' | 'late_cap'>) => {
  const Editor = () => {
    const [values, set] = useState({ ...dates, ...costs, late_rule: 'mark', submit_drafts: false } as Values)
    return <DateFields values={values} change={(next) => set({ ...values, ...next })} locked={false} />
  }
  const page = await openPage(<Editor />)
  return {
    page,
    choose: (rule: Values['late_rule']) =>
      page.doing(() => {
        const select = elementOf(HTMLSelectElement, page.all('select')[0])
        select.value = rule
        select.dispatchEvent(new Event('change', { bubbles: true }))
      }),
    costs: () => page.all('input[type=number]').map((one) => elementOf(HTMLInputElement, one).value),
  }
}

test('a deduction for each late day begins with a tenth a day, half at most, and keeps what was set before', async () => {
  const fresh = await open({ late_percent: 0, late_cap: 0 })
  expect(fresh.costs()).toEqual([])
  await fresh.choose('percent')
  expect(fresh.costs()).toEqual(['10', '50'])
  await fresh.page.close()
  const known = await open({ late_percent: 5, late_cap: 20 })
  await known.choose('percent')
  expect(known.costs()).toEqual(['5', '20'])
  await known.page.close()
})

test('a teacher who types the year of a deadline digit by digit gets that year, and a half one changes nothing', async () => {
  const { page } = await open({ late_percent: 0, late_cap: 0 })
  const due = () => {
    const [, field] = page.all('input[type=datetime-local]')
    if (!(field instanceof HTMLInputElement)) throw new Error('no deadline')
    return field
  }
  /** The values a browser reports for the field while the year is typed. */
  const type = (year: string) =>
    page.doing(() => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(due(), `${year}-11-20T22:00`)
      due().dispatchEvent(new Event('input', { bubbles: true }))
    })
  for (const year of ['0002', '0020', '0202', '2027']) {
    await type(year)
    expect(due().value).toBe(`${year}-11-20T22:00`)
  }
  await type('0202')
  await page.doing(() => due().dispatchEvent(new FocusEvent('focusout', { bubbles: true })))
  expect(due().value).toBe('2027-11-20T22:00')
  await page.close()
})
