import type { FileCard } from '@tongchuang/contract/files.ts'
import type { App } from '../app-services.ts'
import { fileLink, type FileVariant } from '../storage/file-links.ts'
import type { FileRow } from './store.ts'

type Site = Pick<App, 'config' | 'clock'>

/**
 * What a viewer gets of a file: `original` for its author, the staff of the guild, and members for what a teacher attached;
 * `public` for everybody else, who get the re-encoded picture or nothing.
 */
export type Sight = 'original' | 'public'

/** A link for one person; the caller has decided that this person may see the file. */
export const linkTo = (app: Site, file_id: number, variant: FileVariant, user_id: number): string =>
  fileLink(app.config, file_id, variant, user_id, app.clock())

/** What the picture made for others is called. */
export const publicName = ({ name, public_key }: FileRow): string => name.replace(/\.[^.]*$/, '') + (/\.\w+$/.exec(public_key ?? '')?.[0] ?? '')
/** Its type, by the ending of its key. */
export const publicMime = ({ public_key }: FileRow): string => (public_key?.endsWith('.webp') ? 'image/webp' : 'image/jpeg')

const cardOf = (app: Site, row: FileRow, user_id: number, sight: Sight): FileCard => {
  const thumb_url = row.pictures === 'made' || row.pictures === 'waiting' ? linkTo(app, row.id, 'thumb', user_id) : null
  const { id, kind } = row
  if (sight === 'public') {
    const url = linkTo(app, id, 'public', user_id)
    return { id, name: publicName(row), size: Number(row.public_size ?? 0), mime: publicMime(row), kind, url, thumb_url, sha256: '' }
  }
  return { id, name: row.name, size: Number(row.size), mime: row.mime, kind, url: linkTo(app, id, 'original', user_id), thumb_url, sha256: row.sha256 }
}

/** Files as one person may get them, with links that are theirs alone and end within the hour. */
export const fileCards = (app: Site, rows: readonly FileRow[], user_id: number, sight: Sight = 'original'): FileCard[] =>
  rows.filter((row) => sight === 'original' || row.public_key !== null).map((row) => cardOf(app, row, user_id, sight))
