// @vitest-environment happy-dom
import { connect } from '@tongchuang/ui/send.ts'
import { elementOf } from '@tongchuang/ui/testing/element-of.ts'
import { openPage } from '@tongchuang/ui/testing/page.tsx'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { AskedQuestions } from './asked-questions.tsx'
import { Comments } from './comments.tsx'
import { Lecture } from './lecture.tsx'
import type { AskedQuestion } from './queries.ts'

beforeAll(() => loadTexts('zh-CN'))

const choice: AskedQuestion = {
  question: {
    ...{ id: 'top', label: '顶点是', kind: 'one', required: false, points: 4 },
    options: [
      { id: 'x1', text: '(5, 50)' },
      { id: 'x2', text: '(2, 0)' },
    ],
  },
  ...{ accepted: ['x1'], tolerance: 0, explanation: '看顶点式。' },
  counts: {
    ...{ works: 10, right: 4, partial: 0, wrong: 5, blank: 1, open: 0, others: 0 },
    chosen: [
      { answer: 'x1', right: true, many: 4 },
      { answer: 'x2', right: false, many: 5 },
    ],
  },
}
const area: AskedQuestion = {
  question: { id: 'area', label: '面积', kind: 'number', unit: 'm²', required: false, points: 3 },
  ...{ accepted: ['50'], tolerance: 0.5, explanation: '', counts: null },
}

let page: Awaited<ReturnType<typeof openPage>>
const place = (id: number, name: string) => ({
  ...{ name, points: [0.5, 0.5] },
  file: {
    id,
    name: '一.jpg',
    size: 1,
    kind: 'image' as const,
    url: `/api/files/${id}?signature=p.1.1.x`,
    thumb_url: null,
  },
})
const comments = [
  { text: '负二没有乘进去', students: 19, places: [place(7, '许知遥'), place(8, '苏晓禾')] },
  { text: '答要带单位', students: 11, places: [] },
]
const open = async (keys_told: boolean) => {
  const data = {
    ...{ title: '二次函数小测', set_id: null, choices: [], scores: null, criteria: [], keys_told, comments },
    classes: [{ guild_name: '高一（1）班' }],
    questions: [choice, area],
  }
  connect(() => Promise.resolve({ code: 1, msg: '', time: 0, data }))
  page = await openPage(<Lecture absent={null} />, '/tasks/lecture?task=3')
  await page.doing(() => expect.poll(() => page.all('h2').length).toBe(1))
}
afterEach(async () => {
  localStorage.clear()
  await page.close()
})
const text = () => page.all('dialog')[0]?.textContent ?? ''

test('the class sees how it answered, the right answer on a key, and the next question by an arrow', async () => {
  await open(true)
  expect(
    page
      .all('li')
      .filter((one) => one.querySelector('b'))
      .map((one) => one.textContent),
  ).toEqual(['(5, 50)4 人 40%', '(2, 0)5 人 50%', '没答1 人 10%'])
  expect(text()).not.toContain('看顶点式。')
  expect(page.all('[data-right]')).toHaveLength(0)
  await page.press(' ')
  expect(text()).toContain('答案：(5, 50)')
  expect(text()).toContain('看顶点式。')
  expect(page.all('[data-right]')).toHaveLength(1)
  await page.press('PageDown')
  expect(text()).toContain('第2题，共2题')
  expect(text()).toContain('不画分布')
  expect(text()).not.toContain('50±0.5')
  await page.press(' ')
  expect(text()).toContain('答案：50±0.5 m²')
  await page.press('ArrowRight')
  await page.press('ArrowLeft')
  expect(text()).toContain('第1题，共2题')
  expect(text()).not.toContain('看顶点式。')
})

test('while somebody can still hand in, the first press warns and the second shows', async () => {
  await open(false)
  await page.press(' ')
  expect(text()).toContain('还有同学能交')
  expect(text()).not.toContain('看顶点式。')
  await page.press(' ')
  expect(text()).toContain('看顶点式。')
})

test('the questions with the fewest right come first, and what may not be told says so', async () => {
  page = await openPage(<AskedQuestions questions={[area, choice]} />)
  const rows = page.all('tbody tr').map((row) => row.textContent ?? '')
  expect(rows[0]).toContain('2. 顶点是')
  expect(rows[0]).toContain('40%偏低')
  expect(rows[0]).toContain('✓ (5, 50)：4人，(2, 0)：5人，没答：1人')
  expect(rows[1]).toContain('不足5份')
})

test('words that nobody gave points of their own are not called too low, and stand behind what was marked', async () => {
  const words = (id: string, right: number, open: number): AskedQuestion => ({
    question: { id, label: id, kind: 'text', required: false, points: 5 },
    ...{ accepted: [], tolerance: 0, explanation: '' },
    counts: { ...{ works: 10, right, partial: 0, wrong: 10 - right - open, blank: 0, open, others: 0 }, chosen: [] },
  })
  page = await openPage(
    <AskedQuestions questions={[words('没有分', 0, 10), words('批了一半', 3, 5), words('批了4份', 1, 6), choice]} />,
  )
  expect(page.all('td.num').map((cell) => cell.textContent)).toEqual(['40%偏低', '60%', '–', '–'])
})

test('what the teacher ticked among the frequent comments comes with the answer, cut out and without names until they are asked for', async () => {
  page = await openPage(<Comments comments={comments as never} counted={{ task_id: 3 }} inLecture />)
  const first = elementOf(HTMLInputElement, page.all('input')[0])
  expect(page.all('li').map((one) => one.textContent)).toEqual(['负二没有乘进去19人', '答要带单位11人'])
  await page.doing(() => first.click())
  await page.close()
  await open(true)
  expect(text()).not.toContain('典型错误')
  await page.press(' ')
  expect(page.all('aside')[0]?.textContent).toBe('典型错误负二没有乘进去19人作答作答一作答二')
  expect(page.all('aside img').map((one) => one.getAttribute('alt'))[0]).toBe(
    '作答一里写了批注「负二没有乘进去」的地方',
  )
  await page.press('n')
  expect(page.all('figcaption').map((one) => one.textContent)).toEqual(['作答一：许知遥', '作答二：苏晓禾'])
  // The choice to show names is not remembered, neither for the next question nor on returning to an earlier one.
  await page.press('ArrowRight')
  await page.press(' ')
  expect(text()).toContain('作答一')
  expect(text()).not.toContain('许知遥')
})

test('each answer of a question stands whole, with how many gave it', async () => {
  page = await openPage(<AskedQuestions questions={[area, choice]} />)
  const [first] = page.all('tbody tr td:last-child')
  const said = [...(first?.children ?? [])].map(({ textContent }) => textContent)
  expect(said.length).toBeGreaterThan(1)
  for (const one of said) expect(one).toMatch(/：\d+人，?$/)
})

test('a teacher who presses beside the question stays in front of the class', async () => {
  await open(true)
  const between = page.all('dialog header')[0]?.parentElement
  await page.doing(() => between?.dispatchEvent(new MouseEvent('mousedown', { bubbles: true })))
  expect(page.address()).toBe('/tasks/lecture?task=3')
})
