import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { maxOfficeBytes, maxPreviewBytes } from '@tongchuang/contract/files.ts'
import type { App } from '../app-services.ts'
import type { OfficeKind } from '../workers/tasks/office.ts'
import type { FileRow } from './store.ts'

const endingOf = (name: string): string => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''

/** The reader for a file of Word, Excel or PowerPoint; null for formats before 2007 and files that are too large. */
const officeKindOf = ({ kind, name, size }: Pick<FileRow, 'kind' | 'name' | 'size'>): OfficeKind | null => {
  const ending = endingOf(name)
  if (kind !== 'office' || Number(size) > maxOfficeBytes) return null
  return ending === 'docx' || ending === 'xlsx' || ending === 'pptx' ? ending : null
}

/** Whether the text of a file can be shown: of a text or program, or of an office file, that is not too long. */
export const hasText = (row: Pick<FileRow, 'kind' | 'name' | 'size'>): boolean =>
  (row.kind === 'text' && Number(row.size) <= maxPreviewBytes) || officeKindOf(row) !== null

/**
 * The text of a file as safe HTML. `lines`: of a program or text, 0 for an office file. `cut`: the file has more text.
 */
export type FileText = { html: string; lines: number; cut: boolean }

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

const textOfOffice = async (app: App, row: FileRow, kind: OfficeKind): Promise<FileText> => {
  const folder = join(app.config.dataDir, 'uploads')
  const path = join(folder, `picture-office-${row.id}-${randomUUID()}`)
  try {
    await mkdir(folder, { recursive: true })
    await pipeline(app.files.read(row.upload_id), createWriteStream(path))
    // Read once for a whole class: it has the places of its owner, which are few.
    const read = { keep: `${row.sha256} ${kind}`, person: row.owner_id }
    return { ...(await app.workers.run('previewOffice', { path, kind }, read)), lines: 0 }
  } finally {
    await rm(path, { force: true })
  }
}

const textOfProgram = async (app: App, row: FileRow): Promise<FileText> => {
  const language = languages[endingOf(row.name)]
  // Copied, because the buffer is transferred whole: small buffers are slices of a shared one.
  const bytes = new Uint8Array(await buffer(app.files.read(row.upload_id)))
  const text = await app.workers.run(
    'previewText',
    { bytes, language },
    { keep: `${row.sha256} ${language}`, person: row.owner_id, transfer: [bytes.buffer] },
  )
  return { ...text, cut: false }
}

/** The text of a file that `hasText`, programs coloured; null where its bytes are gone. */
export const textOf = async (app: App, row: FileRow): Promise<FileText | null> => {
  if (!(await app.files.look(row.upload_id))) return null
  const kind = officeKindOf(row)
  return kind ? textOfOffice(app, row, kind) : textOfProgram(app, row)
}
