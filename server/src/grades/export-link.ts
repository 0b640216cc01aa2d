import { createHmac, timingSafeEqual } from 'node:crypto'

/** The path exports are downloaded from. */
export const exportPath = '/api/admin/export/download'

const LIVES_MS = 10 * 60_000

const macOf = (secret: string, what: string): string =>
  createHmac('sha256', `exports:${secret}`).update(what).digest('base64url')

type Site = { readonly secret: string; readonly basePath: string }
type Signed<W> = { what: W; user_id: number; ends: number }

/**
 * An address for one person, valid for ten minutes: a download sends no header, so the address holds the signed
 * selection.
 */
export const exportLink = <W>(site: Site, what: W, user_id: number, now: number): string => {
  const ticket = Buffer.from(JSON.stringify({ what, user_id, ends: now + LIVES_MS } satisfies Signed<W>)).toString(
    'base64url',
  )
  return `${site.basePath}${exportPath}?ticket=${ticket}.${macOf(site.secret, ticket)}`
}

/** The selection in a ticket, and its person; null where the ticket is forged or has expired. */
export const readExportLink = <W>(secret: string, ticket: string, now: number): { what: W; user_id: number } | null => {
  const [, what = '', mac = ''] = /^([\w-]{1,4000})\.([\w-]{43})$/.exec(ticket) ?? []
  if (mac === '' || !timingSafeEqual(Buffer.from(mac), Buffer.from(macOf(secret, what)))) return null
  const signed = JSON.parse(Buffer.from(what, 'base64url').toString()) as Signed<W>
  return signed.ends > now ? signed : null
}
