import type { Language } from '../language.ts'

const zhCN = {
  leftOut: (count: number) =>
    count === 1
      ? '有1张图片没有贴进来，请单独复制，或者作为文件添加'
      : `${count}张图片没有贴进来，请一张一张复制，或者作为文件添加`,
}

const enUS: typeof zhCN = {
  leftOut: (count) =>
    count === 1
      ? '1 picture was left out. Copy it by itself or add it as a file'
      : `${count} pictures were left out. Copy them one by one or add them as files`,
}

/** The words of the text editor, loaded together with it. */
export const editorTexts: Readonly<Record<Language, typeof zhCN>> = { 'zh-CN': zhCN, 'en-US': enUS }
