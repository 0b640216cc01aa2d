// @vitest-environment happy-dom
import { connect } from '@tongchuang/ui/send.ts'
import { elementOf } from '@tongchuang/ui/testing/element-of.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { beforeAll, expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { AddClasses } from './add-classes.tsx'

beforeAll(() => loadTexts('zh-CN'))

/** Classes of two years to choose from; `given` is what was chosen. */
const opened = async (many: number) => {
  const list = Array.from({ length: many }, (_, at) => ({
    ...{ id: at + 1, name: `${at % 2 === 0 ? '高一' : '高二'}（${at + 1}）班`, member_count: 30 },
  }))
  connect(async () => ({ code: 1, msg: '', time: 0, data: { list, next: null } }))
  const given: number[][] = []
  const page = await openPage(
    <AddClasses title="加班级" inside={[]} busy={false} onGive={(ids) => given.push(ids)} onClose={() => undefined} />,
  )
  const box = (at: number) => elementOf(HTMLInputElement, page.all('input[type=checkbox]')[at])
  const boxes = async () => {
    await page.doing(() => undefined)
    return page.all('input[type=checkbox]').length
  }
  await expect.poll(boxes).toBe(many + 1)
  const give = () => page.doing(() => page.all('dialog button').at(-1)?.click())
  return { page, given, box, boxes, give }
}

test('a teacher who has chosen a class, and all that a search finds, gives the task to all of them', async () => {
  const { page, given, box, boxes, give } = await opened(10)
  await page.doing(() => box(1).click())
  await page.write(page.all('input[type=search]')[0]!, '高二')
  await expect.poll(boxes).toBe(6)
  await page.doing(() => box(0).click())
  await give()
  expect(given).toEqual([[1, 2, 4, 6, 8, 10]])
  await page.close()
})

test('whoever chooses more classes than can be given a task at once reads that, instead of a button that does nothing', async () => {
  const { page, given, box, give } = await opened(22)
  const said = () => page.all('output').map((one) => one.textContent)
  await page.doing(() => box(0).click())
  expect(said()).toContain('一次最多加20个班，现在选了22个')
  await give()
  expect(given).toEqual([])
  await page.doing(() => box(1).click())
  await page.doing(() => box(2).click())
  expect(said().join('')).toBe('')
  await give()
  expect(given[0]).toHaveLength(20)
  await page.close()
})
