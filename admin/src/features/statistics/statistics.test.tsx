// @vitest-environment happy-dom
import { setLanguage } from '@tongchuang/ui/language.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { HandedIn } from './handed-in.tsx'
import { Scores } from './scores.tsx'

beforeAll(() => loadTexts('zh-CN'))
afterEach(() => vi.unstubAllGlobals())

const aClass = (task_id: number, students: number, on_time: number, late: number) => ({
  ...{ task_id, guild_id: task_id, guild_name: `高一（${task_id}）班`, due_at: null, students, on_time, late },
  ...{ nothing: students - on_time - late, waiting: 1, released: on_time, average: 70 + task_id },
})

test('of several classes each has its row with the names behind it, and the sums stand below', async () => {
  const page = await openPage(<HandedIn classes={[aClass(1, 36, 31, 3), aClass(2, 36, 27, 5)]} average={74} />)
  const rows = page.all('tbody tr').map((row) => [...row.querySelectorAll('.num')].map((cell) => cell.textContent))
  expect(rows).toEqual([
    ['36', '31', '3', '2', '1', '71'],
    ['36', '27', '5', '4', '1', '72'],
    ['72', '58', '8', '6', '2', '74'],
  ])
  expect(page.named('a', '高一（2）班的未交名单').getAttribute('href')).toBe('/tasks/missing?task=2')
  await page.close()
})

test('on a phone the numbers of a class stand below its name, each beside its word', async () => {
  const wide = window.matchMedia.bind(window)
  vi.stubGlobal('matchMedia', (query: string) => wide(query.replace('max-width: 640px', 'min-width: 1px')))
  const page = await openPage(<HandedIn classes={[aClass(1, 36, 31, 3), aClass(2, 36, 27, 5)]} average={74} />)
  expect(page.all('thead th').map((head) => head.textContent)).toEqual(['公会'])
  expect(page.all('tbody td')).toEqual([])
  expect(page.all('tbody tr').map((row) => row.textContent)).toEqual([
    '高一（1）班应交 36按时 31迟交 3未交 2待批 1平均分 71',
    '高一（2）班应交 36按时 27迟交 5未交 4待批 1平均分 72',
    '合计应交 72按时 58迟交 8未交 6待批 2平均分 74',
  ])
  // The words at the top explain its colours.
  expect(page.all('tbody th svg')).toHaveLength(3)
  await page.close()
})

test('a task of a single class has no row with sums', async () => {
  const page = await openPage(<HandedIn classes={[aClass(1, 36, 31, 3)]} average={71} />)
  expect(page.all('tbody tr')).toHaveLength(1)
  await page.close()
})

test('every released score is a dot, and numbers and words say the same', async () => {
  const tens = [0, 0, 1, 0, 0, 2, 9, 13, 18, 9]
  const page = await openPage(
    <Scores scores={{ tens, average: 74, median: 78, pass_line: 60, below: 3 }} released={52} />,
  )
  expect(page.all('circle')).toHaveLength(52)
  expect(page.all('details p')[0]?.textContent).toContain('50–59分2份')
  expect(page.all('li').map((one) => one.textContent)).toEqual([
    '74 平均',
    '78 中位数',
    '49 及格，94%',
    '3 60分以下，空心点',
  ])
  await page.close()
})

test('of thousands of scores a dot stands for several, and says for how many', async () => {
  const page = await openPage(
    <Scores
      scores={{ tens: [0, 0, 0, 0, 0, 0, 0, 0, 2000, 1], average: 85, median: 85, pass_line: 60, below: 0 }}
      released={2001}
    />,
  )
  expect(page.all('circle').length).toBeLessThan(40)
  expect(page.all('h2 + p')[0]?.textContent).toBe('2001份，一个点最多56份')
  await page.close()
})

test('when a class had to hand in is said in the order of each language', async () => {
  const due_at = new Date(Date.now() + 3 * 86_400_000).toISOString()
  for (const [spoken, said] of [
    ['en-US', 'due in 3 days'],
    ['zh-CN', '3天后截止'],
  ] as const) {
    setLanguage(spoken)
    await loadTexts(spoken)
    const page = await openPage(<HandedIn classes={[{ ...aClass(1, 36, 31, 3), due_at }]} average={71} />)
    expect(page.all('tbody small')[0]?.textContent.trim()).toBe(said)
    await page.close()
  }
})
