import type { Language } from '../language.ts'

const zhCN = {
  files: '文件',
  pageOf: (name: string, page: number) => `「${name}」第${page}页`,
  placeOf: (at: number, count: number) => `第${at}页，共${count}页`,
  placeMarks: (name: string, marks: number) => (marks === 0 ? name : `${name}，${marks}处批注`),
  fit: '适合窗口',
  turn: '右转90°',
  pages: '页',
  officeText: '这里只有文字和表格，版式和图片请下载后看',
  officeCut: '这里只有前面一部分文字和表格，全部内容请下载后看',
  notRead: '这个文件里的文字读不出来，请下载后打开',
}

const enUS: typeof zhCN = {
  files: 'Files',
  pageOf: (name, page) => `${name}, page ${page}`,
  placeOf: (at, count) => `Page ${at} of ${count}`,
  placeMarks: (name, marks) => (marks === 0 ? name : `${name}, ${marks === 1 ? '1 mark' : `${marks} marks`}`),
  fit: 'Fit the window',
  turn: 'Turn right by 90°',
  pages: 'Pages',
  officeText: 'Words and tables only. Download it for layout and pictures',
  officeCut: 'The first part of its words and tables only. Download it for all of it',
  notRead: 'The words in this file could not be read. Download it to open it',
}

/** The words of files shown in place, loaded together with them. */
export const stageTexts: Readonly<Record<Language, typeof zhCN>> = { 'zh-CN': zhCN, 'en-US': enUS }
