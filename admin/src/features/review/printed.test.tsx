// @vitest-environment happy-dom
import { connect } from '@tongchuang/ui/send.ts'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { loadTexts } from '../../locales/texts.ts'
import { accepted } from './factory.ts'
import { openReview } from './factory.tsx'

beforeAll(() => loadTexts('zh-CN'))
beforeEach(() => {
  localStorage.clear()
  connect(async () => ({ code: 1, msg: '', time: 0, data: accepted }))
})

test('a reviewer who prints a work whose file is open has its text and the names of its files on paper as well', async () => {
  const files = [
    { id: 1, name: '河水的颜色.txt', kind: 'text' as const },
    { id: 2, name: '录音.mp3', kind: 'audio' as const },
  ]
  const { all, doing } = await openReview({ content: '看附件', content_html: '<p>看附件</p>', files })
  const words = () => all('[data-view]')[0]?.textContent ?? ''
  const printed = (type: string) => doing(() => window.dispatchEvent(new Event(type)))
  expect(words()).not.toContain('看附件')
  await printed('beforeprint')
  for (const word of ['看附件', '河水的颜色.txt', '录音.mp3', '只有打开着的那个文件']) expect(words()).toContain(word)
  await printed('afterprint')
  expect(words()).not.toContain('看附件')
})
