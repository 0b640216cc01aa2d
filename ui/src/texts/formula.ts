import type { Language } from '../language.ts'

const zhCN = {
  title: '公式',
  latex: 'LaTeX写法',
  preview: '预览',
  hint: '例如 \\frac{a}{b}、x^2、\\sqrt{2}',
  wrong: '还不是完整的公式',
  display: '单独一行',
  insert: '插入',
}

const enUS: typeof zhCN = {
  title: 'Formula',
  latex: 'LaTeX',
  preview: 'Preview',
  hint: 'For example \\frac{a}{b}, x^2, \\sqrt{2}',
  wrong: 'Not a complete formula yet',
  display: 'On a line of its own',
  insert: 'Insert',
}

/** The words of the formula dialog, loaded together with it. */
export const formulaTexts: Readonly<Record<Language, typeof zhCN>> = { 'zh-CN': zhCN, 'en-US': enUS }
