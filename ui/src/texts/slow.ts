import type { Language } from '../language.ts'

const zhCN = { slow: '加载得比平时慢，还在等', again: '重试' }
const enUS: typeof zhCN = { slow: 'This takes longer than usual; still waiting', again: 'Try again' }

/** The words about reads without an answer; loaded with the part that says them. */
export const slowTextsOf: Readonly<Record<Language, typeof zhCN>> = { 'zh-CN': zhCN, 'en-US': enUS }
