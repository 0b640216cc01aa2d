// @vitest-environment happy-dom
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { beforeAll, expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { SetClasses } from './set-classes.tsx'
import { spanOf } from './set-sums.ts'

beforeAll(() => loadTexts('zh-CN'))

const aClass = (task_id: number, average: number) => ({
  ...{ task_id, guild_id: task_id, guild_name: `高一（${task_id}）班`, hue: 'tech' as const, glyph: 'ring', flag: '' },
  ...{ people: 44, scored: 20, returning: 1, waiting: 3, missing: 2, released: 18, returned: 4, excused: 0 },
  ...{ parts: [1, 2, 8, 15, 8], average, archived: false, timed: null },
})

const rows = (page: Awaited<ReturnType<typeof openPage>>) =>
  page
    .all('tbody tr')
    .map((row) => [...row.querySelectorAll('td')].slice(0, -1).map((cell) => Number(cell.textContent)))

test('each class has one row whose numbers add up to its people, and the sums stand below', async () => {
  const page = await openPage(<SetClasses classes={[aClass(1, 82.9), aClass(2, 79.8)]} average={81.4} />)
  expect(rows(page)).toEqual([
    [44, 2, 3, 5, 34, 82.9],
    [44, 2, 3, 5, 34, 79.8],
    [88, 4, 6, 10, 68, 81.4],
  ])
  for (const [people, ...parts] of rows(page)) expect(parts.slice(0, -1).reduce((sum, one) => sum + one)).toBe(people)
  expect(page.all('tbody tr').at(-1)?.textContent).toContain('班与班最大相差3.1分')
  await page.close()
})

test('the picture of a class says in words what it draws', async () => {
  const page = await openPage(<SetClasses classes={[aClass(1, 82.9)]} average={82.9} />)
  expect(page.all('td .vh')[0]?.textContent).toBe('60分以下1人，60–69分2人，70–79分8人，80–89分15人，90分以上8人')
  await page.close()
})

test('no difference of averages is shown unless two classes have results', () => {
  expect(spanOf([{ average: 80 }, { average: null }])).toBeNull()
})
