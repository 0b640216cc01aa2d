import { fileEndings } from '@tongchuang/contract/files.ts'
import { expect, test } from 'vitest'
import { dispositionOf, fileName, mayUpload, typeOf } from './kind-rules.ts'

const zip = Buffer.from('PK\x03\x04rest', 'latin1')

test('every ending of the contract may be handed in, in any case, and nothing else', () => {
  for (const ending of fileEndings)
    expect([mayUpload(`a.${ending}`, 'submission'), mayUpload(`A.${ending.toUpperCase()}`, 'task')]).toEqual([
      true,
      true,
    ])
  for (const name of ['a', 'a.', '.', 'a.exe', 'a.svg', 'a.png.exe', 'a.constructor', 'a.__proto__', ''])
    expect(mayUpload(name, 'submission')).toBe(false)
  expect([mayUpload('a.png', 'avatar'), mayUpload('a.pdf', 'avatar'), mayUpload('a.mp4', 'banner')]).toEqual([
    true,
    false,
    false,
  ])
})

test.each<[string, Buffer, string | null]>([
  ['a.docx', zip, 'office'],
  ['a.zip', zip, 'archive'],
  ['a.sb3', zip, 'other'],
  ['a.ggb', zip, 'other'],
  ['a.xmind', Buffer.from('plain words'), null],
  ['a.key', Buffer.from('-----BEGIN PRIVATE KEY-----'), null],
  ['a.ipynb', Buffer.from('{"cells": []}'), 'text'],
  ['a.ino', Buffer.from('MZ\x90', 'latin1'), null],
  ['a.psd', Buffer.from('8BPS\0\x01', 'latin1'), 'other'],
  ['a.aac', Buffer.from([0xff, 0xf1, 0x50]), 'audio'],
  ['a.flac', Buffer.from('fLaC\0\0', 'latin1'), 'audio'],
  ['a.flac', Buffer.from('OggS', 'latin1'), null],
  ['a.doc', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), 'office'],
  ['a.doc', Buffer.from('{\\rtf1\\ansi'), 'office'],
  ['a.xls', Buffer.from('\ufeff<html xmlns:x="urn:schemas-microsoft-com:office:excel">'), 'office'],
  ['a.xls', Buffer.from('MIME-Version: 1.0'), 'office'],
  ['a.doc', Buffer.from('MZ\x90', 'latin1'), null],
  ['a.docx', Buffer.from('<html>'), null],
  ['a.mp4', Buffer.from('\0\0\0\x20ftypisom', 'latin1'), 'video'],
  ['a.mp4', Buffer.from('RIFF\0\0\0\0WAVE', 'latin1'), null],
  ['a.wav', Buffer.from('RIFF\0\0\0\0WAVE', 'latin1'), 'audio'],
  ['a.webp', Buffer.from('RIFF\0\0\0\0WAVE', 'latin1'), null],
  ['a.mp3', Buffer.from([0xff, 0xfb, 0x90, 0x00]), 'audio'],
  ['a.pdf', Buffer.from('\r\n%PDF-1.4'), 'pdf'],
  ['a.pdf', Buffer.concat([Buffer.alloc(2000), Buffer.from('%PDF-1.4')]), null],
  ['a.txt', Buffer.from([0xc4, 0xe3, 0xba, 0xc3]), 'text'],
  ['a.txt', Buffer.from([0xff, 0xfe, 0x61, 0x00]), 'text'],
  ['a.txt', Buffer.from([0x61, 0x00, 0x62]), null],
  ['a.csv', zip, null],
  ['a.txt', Buffer.alloc(0), 'text'],
  ['a.zip', Buffer.alloc(0), null],
])('%s that begins with %j is %s', (name, head, kind) => {
  expect(typeOf(name, head)?.kind ?? null).toBe(kind)
})

test('a picture that a chat program saved under the ending of another kind is what it holds', () => {
  expect(typeOf('微信图片.jpg', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))).toEqual({
    kind: 'image',
    mime: 'image/png',
  })
  expect(typeOf('下载.png', Buffer.from('RIFF\0\0\0\0WEBP', 'latin1'))).toMatchObject({ mime: 'image/webp' })
  expect(typeOf('头像.png', Buffer.from([0xff, 0xd8, 0xff]), 'avatar')).toMatchObject({ mime: 'image/jpeg' })
  expect(typeOf('照片.jpg', Buffer.from('%PDF-1.4'))).toBeNull()
})

test.each([
  ['C:\\Users\\小明\\作业.docx', '作业.docx'],
  ['../../etc/passwd.txt', 'passwd.txt'],
  ['cod\u202etxt.exe', 'codtxt.exe'],
  ['a\u0000\nb.png', 'ab.png'],
  ['👨‍👩‍👧 合影.jpg', '👨‍👩‍👧 合影.jpg'],
  ['  空格 .pdf ', '空格 .pdf'],
])('a name sent as %j is kept as %j', (given, kept) => {
  expect(fileName(given)).toBe(kept)
})

test('a very long name keeps its ending, and a name fits into a header whatever is in it', () => {
  const long = fileName(`${'长'.repeat(500)}.docx`)
  expect([[...long].length, long.endsWith('长.docx')]).toEqual([120, true])
  expect(dispositionOf('a\'(b)*\r\n\ud800".txt', false)).toMatch(
    /^attachment; filename="[\x20-\x7e]+"; filename\*=UTF-8''[\w%.-]+$/,
  )
})
