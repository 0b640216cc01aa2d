import { headMark } from '@tongchuang/contract/heads.ts'
import type { Language } from '@tongchuang/contract/errors.ts'
import type { FileCard } from '@tongchuang/contract/files.ts'
import type { App } from '../app-services.ts'
import { say } from '../http/language.ts'
import { fileLink, type FileVariant } from '../storage/file-links.ts'
import type { FileRow } from './store.ts'
import { hasText } from './text.ts'

type Site = Pick<App, 'config' | 'clock'>

/**
 * What a viewer gets of a file: `original` for its author, the staff of the guild, and members for what a teacher
 * attached; `public` for everybody else, who get the re-encoded picture, the recording without its metadata, a text as
 * it is, or nothing.
 */
export type CardVariant = Exclude<FileVariant, 'thumb' | 'unnamed'>

/** A link for one person; the caller has decided that this person may see the file. */
export const linkTo = (app: Site, file_id: number, variant: FileVariant, user_id: number): string =>
  fileLink(app.config, file_id, variant, user_id, app.clock())

type Face = { avatar_file_id: number | null; head: string }

/**
 * How a user appears to another person: their picture, the head they composed, or an empty text where they chose
 * neither.
 */
export const faceFor = (app: Site, { avatar_file_id, head }: Face, user_id: number): string => {
  if (avatar_file_id !== null) return linkTo(app, avatar_file_id, 'thumb', user_id)
  return head === '' ? '' : headMark + head
}

/** The bytes of a file in one of its forms: their key, name, type and size. */
export type FileForm = { key: string; name: string; mime: string; size: number }

const renamed = (name: string, key: string): string => name.replace(/\.[^.]*$/, '') + (/\.\w+$/.exec(key)?.[0] ?? '')

/** A file as it was uploaded. */
export const originalForm = ({ upload_id, name, mime, size }: FileRow): FileForm => ({
  key: upload_id,
  name,
  mime,
  size: Number(size),
})

/**
 * The form of a file for others; null where there is none, because the file may reveal more about its author than
 * intended and cannot be cleaned.
 */
export const publicForm = (row: FileRow): FileForm | null => {
  if (row.kind === 'text') return originalForm(row)
  const { public_key: key, public_size, name, kind } = row
  if (key === null) return null
  const mime = kind !== 'image' ? row.mime : key.endsWith('.webp') ? 'image/webp' : 'image/jpeg'
  return { key, name: kind === 'image' ? renamed(name, key) : name, mime, size: Number(public_size ?? 0) }
}

/** The same under a name that reveals nothing about the author; only for pictures. */
export const unnamedForm = (row: FileRow, language: Language): FileForm | null => {
  const form = row.kind === 'image' ? publicForm(row) : null
  return form && { ...form, name: renamed(say({ zh: '图片', en: 'picture' }, language), form.key) }
}

const textLink = (app: Site, row: FileRow, user_id: number, variant: CardVariant): string | null =>
  hasText(row) ? linkTo(app, row.id, variant, user_id).replace('?', '/text?') : null

const cardOf = (app: Site, row: FileRow, user_id: number, variant: CardVariant): FileCard | null => {
  const form = variant === 'public' ? publicForm(row) : originalForm(row)
  if (!form) return null
  const { id, kind } = row
  const hasThumb = kind === 'image' && (row.pictures === 'made' || row.pictures === 'waiting')
  return {
    id,
    name: form.name,
    size: form.size,
    mime: form.mime,
    kind,
    url: linkTo(app, id, variant, user_id),
    thumb_url: hasThumb ? linkTo(app, id, 'thumb', user_id) : null,
    view_url: hasThumb ? linkTo(app, id, 'public', user_id) : null,
    text_url: textLink(app, row, user_id, variant),
    sha256: variant === 'public' ? '' : row.sha256,
  }
}

/**
 * A picture in its form for others, available at once: that form is made when it is requested. Null for files that are
 * no picture, or where nothing could be made of it.
 */
export const pictureCard = (app: Site, row: FileRow, user_id: number): FileCard | null => {
  if (row.kind !== 'image' || (row.pictures !== 'made' && row.pictures !== 'waiting')) return null
  const { id, name, mime, size, kind } = row
  return {
    ...{ id, name, mime, size: Number(size), kind, text_url: null, sha256: '' },
    url: linkTo(app, id, 'public', user_id),
    thumb_url: linkTo(app, id, 'thumb', user_id),
    view_url: linkTo(app, id, 'public', user_id),
  }
}

/** Files as one person may get them, with links that are theirs alone and end within the hour. */
export const fileCards = (
  app: Site,
  rows: readonly FileRow[],
  user_id: number,
  variant: CardVariant = 'original',
): FileCard[] => rows.map((row) => cardOf(app, row, user_id, variant)).filter((card) => card !== null)
