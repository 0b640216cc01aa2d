import { createHash } from 'node:crypto'
import { newPaperNumber } from '../paper-number.ts'
import type { VersionFile } from '../store.ts'

/** A new receipt number. */
export const newReceiptNo = (): string => newPaperNumber('R')

/** SHA-256 of a text, hexadecimal. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

export type Receipt = {
  no: string
  at: number
  task: string
  title: string
  version: number
  late: boolean
  sha256: string
  files: readonly Omit<VersionFile, 'submission_id'>[]
}

const onWall = (at: number, zone: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, {
    timeZone: zone,
    dateStyle: 'medium',
    timeStyle: 'medium',
    hourCycle: 'h23',
  }).format(new Date(at))

const sizeOf = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`

/** The receipt as a mail to the student. It proves, and states, what the server has. */
export const receiptLetter = (
  receipt: Receipt,
  locale: 'zh-CN' | 'en-US',
  zone: string,
): { subject: string; text: string } => {
  const { no, at, task, title, version, late } = receipt
  const isEnglish = locale === 'en-US'
  const files = receipt.files.map((file) => `${file.name}  ${sizeOf(file.size)}  SHA-256 ${file.sha256}`)
  const lines = isEnglish
    ? [
        `Receipt ${no}`,
        `Task: ${task}`,
        `Work: ${title}, version ${version}`,
        `Received: ${onWall(at, zone, locale)} (${zone}${late ? ', late' : ''})`,
        `Text: SHA-256 ${receipt.sha256}`,
        ...files.map((file) => `File: ${file}`),
        '',
        'This receipt proves what the server has and when it got it, and no more than that.',
      ]
    : [
        `提交回执${no}`,
        `任务：${task}`,
        `作品：${title}，第${version}版`,
        `收到时间：${onWall(at, zone, locale)}（${zone}${late ? '，迟交' : ''}）`,
        `正文：SHA-256 ${receipt.sha256}`,
        ...files.map((file) => `文件：${file}`),
        '',
        '这份回执只证明服务器收到了什么、何时收到。',
      ]
  return { subject: isEnglish ? `Received: ${task} (${no})` : `已收到：${task}（${no}）`, text: lines.join('\n') }
}
