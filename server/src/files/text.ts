import { maxPreviewBytes } from '@tongchuang/contract/files.ts'
import type { App } from '../app-services.ts'
import type { FileRow } from './store.ts'

/** Whether a file is a text or program short enough to be shown. */
export const hasText = ({ kind, size }: Pick<FileRow, 'kind' | 'size'>): boolean =>
  kind === 'text' && Number(size) <= maxPreviewBytes

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
  const language = languages[/\.([^.]+)$/.exec(row.name)?.[1]?.toLowerCase() ?? '']
  // A copy of its own, which is handed over whole: small buffers are cut out of a common one.
  const bytes = new Uint8Array(Buffer.concat(parts))
  return app.workers.run(
    'previewText',
    { bytes, language },
    { keep: `${row.sha256} ${language}`, person: row.owner_id, transfer: [bytes.buffer] },
  )
}
