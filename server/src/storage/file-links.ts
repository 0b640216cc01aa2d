import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * The variant of a file that a link opens: the uploaded bytes, the public picture (without its location), or a small
 * picture. `unnamed` is the public picture where the file name would reveal its owner.
 */
export type FileVariant = 'original' | 'public' | 'unnamed' | 'thumb'

const letters = { original: 'o', public: 'p', unnamed: 'n', thumb: 't' } as const
const variants: Readonly<Record<string, FileVariant>> = { o: 'original', p: 'public', n: 'unnamed', t: 'thumb' }

// A link lives 45 to 60 minutes: its end is rounded, so that the address of a picture stays the same for a while and
// is not fetched anew on every page.
const QUARTER_MS = 15 * 60_000

type Site = { readonly secret: string; readonly basePath: string }

const macOf = (secret: string, what: string): string =>
  createHmac('sha256', `file links:${secret}`).update(what).digest('base64url').slice(0, 22)

/** A link for one user to one file. The caller has decided that the user may see the file. */
export const fileLink = (site: Site, file_id: number, variant: FileVariant, user_id: number, now: number): string => {
  const ends = (Math.floor(now / QUARTER_MS) + 4) * (QUARTER_MS / 1000)
  const what = `${letters[variant]}.${user_id.toString(36)}.${ends.toString(36)}`
  return `${site.basePath}/api/files/${file_id}?signature=${what}.${macOf(site.secret, `${file_id}.${what}`)}`
}

/**
 * The user a signature was made for and the variant it opens; null where it is invalid, for another file, or expired.
 */
export const readFileLink = (
  secret: string,
  file_id: number,
  signature: string,
  now: number,
): { user_id: number; variant: FileVariant } | null => {
  const [, what = '', letter = '', user = '', ends = '', mac = ''] =
    /^(([nopt])\.([\da-z]{1,7})\.([\da-z]{1,9}))\.([\w-]{22})$/.exec(signature) ?? []
  const variant = variants[letter]
  if (!variant || !timingSafeEqual(Buffer.from(mac), Buffer.from(macOf(secret, `${file_id}.${what}`)))) return null
  return Number.parseInt(ends, 36) * 1000 > now ? { user_id: Number.parseInt(user, 36), variant } : null
}
