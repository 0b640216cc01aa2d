import { createHmac, timingSafeEqual } from 'node:crypto'

/** Where exports are downloaded. */
export const exportPath = '/api/admin/export/download'

const LIVES_MS = 10 * 60_000

const macOf = (secret: string, what: string): string =>
  createHmac('sha256', `exports:${secret}`).update(what).digest('base64url')

type Site = { readonly secret: string; readonly basePath: string }
type Signed<W> = { what: W; user_id: number; ends: number }

/** An address for one person and ten minutes: a download sends no header, so what it asks for stands there, signed. */
export const exportLink = <W>(site: Site, what: W, user_id: number, now: number): string => {
  const ticket = Buffer.from(JSON.stringify({ what, user_id, ends: now + LIVES_MS } satisfies Signed<W>)).toString(
    'base64url',
  )
  return `${site.basePath}${exportPath}?ticket=${ticket}.${macOf(site.secret, ticket)}`
}

/** What a ticket asks for, and for whom; null when it is not ours or over. */
export const readExportLink = <W>(secret: string, ticket: string, now: number): { what: W; user_id: number } | null => {
  const [, what = '', mac = ''] = /^([\w-]{1,4000})\.([\w-]{43})$/.exec(ticket) ?? []
  if (mac === '' || !timingSafeEqual(Buffer.from(mac), Buffer.from(macOf(secret, what)))) return null
  const signed = JSON.parse(Buffer.from(what, 'base64url').toString()) as Signed<W>
  return signed.ends > now ? signed : null
}
