import { expect, test } from 'vitest'
import { pastedFiles } from './pasted-files.ts'

const picture = new File(['pixels'], 'image.png', { type: 'image/png' })
const clipboard = (parts: { text?: string; html?: string; files?: File[] }) => ({
  files: (parts.files ?? [picture]) as unknown as FileList,
  getData: (type: string) => ({ 'text/plain': parts.text, 'text/html': parts.html })[type] ?? '',
})
const page = (body: string) =>
  `<html><head><style>td {top: 0}</style></head><body>\n<!--StartFragment-->${body}<!--EndFragment-->\n</body></html>`
const cells = '<table><tr><td>身高</td><td>152</td></tr></table>'

test.each([
  ['cells of Excel', { text: '身高\t152', html: page(cells) }],
  ['cells beside one picture', { text: '身高\t152', html: page(`${cells}<img src="file:///tmp/1.png">`) }],
  ['words of PowerPoint', { text: '第一组的结论', html: page('<p><span lang="zh-CN">第一组的结论</span></p>') }],
  [
    'words of Word for the Mac',
    { text: '三天的数据', html: '<meta charset="utf-8"><p class="MsoNormal">三天的数据</p>' },
  ],
  ['words of an app that knows no HTML', { text: '三天的数据' }],
  ['words that speak of a file', { text: '见image.png' }],
  ['two pictures of a page with their words', { text: '图一 图二', html: page('<img src="1"><img src="2">') }],
])('%s are pasted as the words they are, not as a picture of them', (_, parts) => {
  expect(pastedFiles(clipboard(parts))).toEqual([])
})

test.each([
  ['a screenshot', {}],
  ['a picture copied from a page', { html: '<meta charset="utf-8"><img src="https://x.example/a.png" alt="猫">' }],
  [
    'a picture copied with its address',
    { text: 'https://x.example/a.png', html: page('<a href="/a"><img src="https://x.example/a.png"></a>') },
  ],
  ['a picture of Word', { text: '\r\n', html: page('<p><img src="file:///tmp/1.png"><o:p>&nbsp;</o:p></p>') }],
  ['a picture in a paragraph', { text: ' 猫', html: page('<p><IMG src="1"><o:p>&nbsp;</o:p></p>') }],
])('%s is pasted as a file', (_, parts) => {
  expect(pastedFiles(clipboard(parts))).toEqual([picture])
})

test('files copied from a folder are files, although their names are beside them', () => {
  const files = [picture, new File(['%PDF'], '报告é.pdf')]
  for (const text of ['image.png\r报告é.pdf', '/home/lin/image.png\n/home/lin/报告é.pdf\n', 'C:\\lin\\image.png'])
    expect(pastedFiles(clipboard({ text: text.normalize('NFD'), files })), text).toEqual(files)
})

test('pasting without anything copied brings no file', () => {
  expect([pastedFiles(null), pastedFiles(clipboard({ text: '', files: [] }))]).toEqual([[], []])
})
