import { FileCard } from '@tongchuang/contract/files.ts'
import { sampleOf } from '@tongchuang/contract/testing/sample.ts'
import { expect, test } from 'vitest'
import { keptWorks, textOf } from './kept-work.ts'
import { emptyWork } from './work.ts'
import type { Work } from './work.ts'

const words = { files: '文件', links: '链接' }

test('a student whose task has closed reads and copies all of a work, not its text alone', () => {
  const work: Work = {
    ...emptyWork,
    title: '食堂的队',
    content: '正文\n\n&nbsp;\n\n第二段',
    links: ['https://a.cn', ' '],
    files: [sampleOf(FileCard, { name: '记录.txt' })],
    answers: { why: '因为人多', which: 'b', many: ['a', 'b'], gone: '旧的回答', none: '' },
  }
  const options = [
    { id: 'a', text: '一号窗口' },
    { id: 'b', text: '二号窗口' },
  ]
  const questions = [
    { id: 'why', label: '为什么？' },
    { id: 'which', label: '哪一个？', options },
    { id: 'many', label: '哪几个？', options },
  ]
  expect(textOf(work, questions, words)).toBe(
    [
      '食堂的队',
      '为什么？\n因为人多',
      '哪一个？\n二号窗口',
      '哪几个？\n一号窗口\n二号窗口',
      '旧的回答',
      '正文\n\n\n\n第二段',
      '链接\nhttps://a.cn',
      '文件\n记录.txt',
    ].join('\n\n'),
  )
})

test('what the device and the server both have is shown once, and what nobody wrote not at all', () => {
  const one = { ...emptyWork, content: '一' }
  const other = { ...emptyWork, content: '二' }
  expect(keptWorks([one, emptyWork, other, { ...one }])).toEqual([one, other])
})
