// @vitest-environment happy-dom
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { SetClasses } from './set-classes.tsx'
import { spanOf } from './set-sums.ts'

beforeAll(() => loadTexts('zh-CN'))
afterEach(() => vi.unstubAllGlobals())

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

test('on a phone the numbers of a class stand below its name, each beside its word', async () => {
  const wide = window.matchMedia.bind(window)
  vi.stubGlobal('matchMedia', (query: string) => wide(query.replace('max-width: 640px', 'min-width: 1px')))
  const page = await openPage(<SetClasses classes={[aClass(1, 82.9), aClass(2, 79.8)]} average={81.4} />)
  expect(page.all('thead th')).toHaveLength(1)
  expect(page.all('tbody td')).toEqual([])
  expect(page.all('tbody tr')[0]?.textContent).toContain('人数 44未交 2待批 3待修改 5有结果 34均分 82.9')
  expect(page.all('tbody tr').at(-1)?.textContent).toContain('人数 88未交 4待批 6待修改 10有结果 68均分 81.4')
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
