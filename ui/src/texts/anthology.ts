import type { Language } from '../language.ts'

const zhCN = {
  title: '作品集',
  lead: '一个月里评为优、作者也愿意分享的作品，印成一本。封面上每个同学都有一扇窗，不写名字。',
  month: '月份',
  earlier: '上个月',
  later: '下个月',
  print: '打印',
  sub: (count: number) => `${count}位同学，一人一扇窗`,
  contents: '这个月的优',
  others: (count: number) => `还有${count}件，都在里面`,
  nobody: '一位同学',
  untitled: '没有标题',
  whole: '看全文',
  quote: (words: string) => `「${words}」`,
  picked: '评为优',
  pictureOf: (title: string) => `「${title}」的图`,
  empty: (month: string) => `${month}还没有作品`,
  emptyHint: '作品评为优、任务结束、作者愿意分享以后，会出现在它提交的那个月里。',
  full: (count: number) => `这个月的优不止${count}件，这里是最早的${count}件。`,
}

const enUS: typeof zhCN = {
  title: 'Anthology',
  lead: 'The works of a month that are excellent and that their authors share, put together to print. Everybody has a window on the cover, without a name.',
  month: 'Month',
  earlier: 'Month before',
  later: 'Next month',
  print: 'Print',
  sub: (count) => (count === 1 ? 'One student, one window' : `${count} students, a window each`),
  contents: 'Excellent this month',
  others: (count) => (count === 1 ? 'and one more inside' : `and ${count} more inside`),
  nobody: 'A student',
  untitled: 'Untitled',
  whole: 'Read it all',
  quote: (words) => `“${words}”`,
  picked: 'Excellent',
  pictureOf: (title) => `Picture of “${title}”`,
  empty: (month) => `No works in ${month} yet`,
  emptyHint:
    'A work appears in the month it was submitted, once it is marked excellent, its task is over and its author shares it.',
  full: (count) => `More than ${count} works are excellent this month; these are the first ${count}.`,
}

/** The words of an anthology, loaded together with it. */
export const anthologyTextsOf: Readonly<Record<Language, typeof zhCN>> = { 'zh-CN': zhCN, 'en-US': enUS }
