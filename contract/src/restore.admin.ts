import { call } from './call.ts'
import { boolean, count, fields, instant, list, nullable, oneOf, string, text } from './schema.ts'

/** The one-time key of the printed link. */
const key = () => text(128, 1)
/** The number the page gave its upload: a UUID nobody else knows. */
const upload = () => string({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' })

/** The progress of a restore; `restored` is known once it is done. */
export const Restoration = fields({
  state: oneOf('running', 'done'),
  restored: nullable(
    fields({
      site_name: string(),
      /** When the backup was made, and by which version. */
      created_at: instant(),
      version: string(),
      people: count(),
      guilds: count(),
      /** Number of versions handed in. */
      works: count(),
      files: count(),
      /**
       * Files the database refers to and the backup does not contain: the first fifty by name, and their total number.
       */
      missing: list(string()),
      missing_count: count(),
      /** Whether the earlier second factors and links still work; otherwise they have to be set up again. */
      keeps_secret: boolean(),
      /** Whether emails that waited when the backup was made are not sent; their content is in the message boxes. */
      leaves_letters: boolean(),
    }),
  ),
})

/**
 * The backup itself is uploaded in parts, beside these calls: POST /api/admin/setup/archive/<upload>?offset=…&size=…,
 * with the key in the header `setup-key`.
 */
export const restoreAdmin = {
  begin: call({
    method: 'POST',
    path: '/api/admin/setup/restore',
    access: 'public',
    summary:
      'Restores an uploaded backup into this empty school; uses up the one-time key, and of two simultaneous calls one wins. A file that is no backup, or one of a newer version, is refused at once.',
    input: fields({ key: key(), upload: upload() }),
    output: Restoration,
    refusals: ['NOT_FOUND', 'SETUP_KEY', 'BACKUP'],
    limit: 'login',
  }),
  look: call({
    method: 'POST',
    path: '/api/admin/setup/restoration',
    access: 'public',
    summary:
      'The progress of a restore: answers when it is over, at the latest after ten seconds. If nothing was restored, it is refused with the reason, and the link works again.',
    input: fields({ upload: upload() }),
    output: Restoration,
    refusals: ['NOT_FOUND', 'BACKUP'],
    limit: 'read',
  }),
}
