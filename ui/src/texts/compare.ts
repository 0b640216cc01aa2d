import type { Language } from '../language.ts'

const zhCN = {
  before: '前一版',
  after: '后一版',
  changes: (n: number) => (n === 0 ? '文字一样。' : `${n}处不同：前一版里标出删去的，后一版里标出新写的。`),
  noText: '没有文字',
  filesOf: (side: string) => `${side}的文件`,
}

const enUS: typeof zhCN = {
  before: 'Earlier version',
  after: 'Later version',
  changes: (n) =>
    n === 0
      ? 'The words are the same.'
      : `${n === 1 ? '1 difference' : `${n} differences`}: what was taken out is marked in the earlier version, what is new in the later one.`,
  noText: 'No text',
  filesOf: (side) => `Files, ${side.toLowerCase()}`,
}

/** The words of the comparison of two versions, loaded together with it. */
export const compareTextsOf: Readonly<Record<Language, typeof zhCN>> = { 'zh-CN': zhCN, 'en-US': enUS }
