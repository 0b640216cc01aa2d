import type { Language } from '../language.ts'

const zhCN = {
  cut: (most: number, left: number) => `这里最多${most}字，粘贴的内容后面${left}字没有放进来`,
}

const enUS: typeof zhCN = {
  cut: (most, left) =>
    left === 1
      ? `This field holds ${most} characters: the last one of what you pasted was left out`
      : `This field holds ${most} characters: the last ${left} of what you pasted were left out`,
}

/** The words for a field that could not hold all that was pasted. */
export const cutPasteTexts: Readonly<Record<Language, typeof zhCN>> = { 'zh-CN': zhCN, 'en-US': enUS }
