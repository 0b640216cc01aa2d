import type { Language } from '../language.ts'

const zhCN = {
  said: '老师说的',
  one: (n: number, of: number, length: string) => (of === 1 ? `语音，${length}` : `语音${n}，${length}`),
  play: (name: string) => `播放${name}`,
  pause: (name: string) => `暂停${name}`,
  place: (name: string) => `${name}的进度`,
  placeOf: (at: string, length: string) => `${at}，共${length}`,
  minutes: (minutes: number, seconds: number) => (minutes === 0 ? `${seconds}秒` : `${minutes}分${seconds}秒`),
  words: '文字版',
  noWords: '老师没有写文字版',
  gone: '这段声音已经删除',
  notPlayed: '这台设备放不出这段声音，可以下载后用别的应用听',
  download: '下载',
}

const enUS: typeof zhCN = {
  said: 'What your teacher said',
  one: (n, of, length) => (of === 1 ? `Recording, ${length}` : `Recording ${n}, ${length}`),
  play: (name) => `Play: ${name}`,
  pause: (name) => `Pause: ${name}`,
  place: (name) => `Place in: ${name}`,
  placeOf: (at, length) => `${at} of ${length}`,
  minutes: (minutes, seconds) => (minutes === 0 ? `${seconds} s` : `${minutes} min ${seconds} s`),
  words: 'In words',
  noWords: 'Your teacher wrote no text of it',
  gone: 'This recording has been removed',
  notPlayed: 'This device cannot play the recording. Download it to listen in another app',
  download: 'Download',
}

/** The words of the voice player, loaded together with it. */
export const voiceTexts: Readonly<Record<Language, typeof zhCN>> = { 'zh-CN': zhCN, 'en-US': enUS }
