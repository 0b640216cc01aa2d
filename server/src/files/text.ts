import { maxPreviewBytes } from '@tongchuang/contract/files.ts'
import type { App } from '../app-services.ts'
import { coloured } from '../markdown/code.ts'
import type { FileRow } from './store.ts'

/** Whether a file is a text or program short enough to be shown. */
export const hasText = ({ kind, size }: Pick<FileRow, 'kind' | 'size'>): boolean =>
  kind === 'text' && Number(size) <= maxPreviewBytes

const decoder = (encoding: string, fatal = false) => new TextDecoder(encoding, { fatal })

/** The text of bytes as schools write them: UTF-8 and UTF-16 with their marks, UTF-8 without, else what Windows writes in China. */
export const decoded = (bytes: Buffer): string => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decoder('utf-16be').decode(bytes)
  try {
    return decoder('utf-8', true).decode(bytes)
  } catch {
    return decoder('gb18030').decode(bytes)
  }
}

const languages: Readonly<Record<string, string>> = {
  py: 'python',
  js: 'javascript',
  ts: 'typescript',
  c: 'c',
  h: 'cpp',
  cpp: 'cpp',
  java: 'java',
  html: 'xml',
  css: 'css',
  json: 'json',
  md: 'markdown',
}

/** The text of a file as safe HTML, programs coloured, with its number of lines; null where its bytes are gone. */
export const textOf = async (app: App, row: FileRow): Promise<{ html: string; lines: number } | null> => {
  if (!(await app.files.look(row.upload_id))) return null
  const parts: Buffer[] = []
  for await (const part of app.files.read(row.upload_id)) parts.push(part as Buffer)
  const text = decoded(Buffer.concat(parts)).replaceAll('\r\n', '\n').replace(/\n$/, '')
  const language = languages[/\.([^.]+)$/.exec(row.name)?.[1]?.toLowerCase() ?? '']
  return { html: `<pre><code>${coloured(text, language)}</code></pre>`, lines: text.split('\n').length }
}
