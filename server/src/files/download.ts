import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Language } from '@tongchuang/contract/errors.ts'
import type { App } from '../app-services.ts'
import { dataPolicy } from '../http/headers.ts'
import { languageOf } from '../http/language.ts'
import type { FileVariant } from '../storage/file-links.ts'
import { originalForm, publicForm, unnamedForm, type FileForm } from './cards.ts'
import { dispositionOf, isShownInPlace, rangeOf } from './kind-rules.ts'
import type { FileRow } from './store.ts'

/** The stored bytes of a variant of a file, and their name; null where the variant does not exist. */
const formOf = (row: FileRow, variant: FileVariant, language: Language): Omit<FileForm, 'size'> | null => {
  if (variant === 'original') return originalForm(row)
  if (variant === 'public') return publicForm(row)
  if (variant === 'unnamed') return unnamedForm(row, language)
  return row.thumb_key === null ? null : { key: row.thumb_key, mime: 'image/webp', name: `${row.name}.webp` }
}

const shown =
  "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"

/**
 * What a file may do when its address is opened: show itself. The browser's own viewers bring their own style; the
 * viewer of sound and film requests the file once more, which a sandbox would make a foreign request.
 */
const policyOf = (kind: FileRow['kind']): string => {
  if (!isShownInPlace(kind)) return dataPolicy
  return kind === 'audio' || kind === 'video' ? shown : `${shown}; sandbox`
}

// Kinds that are large and either played or saved. Pictures are always sent from here: pages draw on them, and small
// ones cost more as two requests.
const linked: ReadonlySet<FileRow['kind']> = new Set(['audio', 'video', 'archive'])

/**
 * Redirects an authorized reader to the store itself; the address opens this file for a minute, under the type and name
 * given here.
 */
const sendElsewhere = async (app: App, reply: FastifyReply, row: FileRow, form: Omit<FileForm, 'size'>) => {
  if (app.files.linkTo === null || !linked.has(row.kind)) return false
  const disposition = dispositionOf(form.name, isShownInPlace(row.kind))
  const address = await app.files.linkTo(form.key, { type: form.mime, disposition })
  // Not cached: who may see the file is decided here at each request.
  void reply.header('cache-control', 'no-store').redirect(address, 302)
  return true
}

/** Sends the bytes of a file; returns false, having sent nothing, where they do not exist. */
export const sendFile = async (
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
  row: FileRow,
  variant: FileVariant,
): Promise<boolean> => {
  const form = formOf(row, variant, languageOf(request.headers['accept-language']))
  const stored = form ? await app.files.look(form.key) : null
  if (!form || !stored) return false
  if (variant !== 'thumb' && (await sendElsewhere(app, reply, row, form))) return true
  const { size } = stored
  const etag = `"${row.sha256.slice(0, 32)}-${variant}"`
  const inPlace = isShownInPlace(row.kind)
  void reply.headers({
    'content-type': form.mime === 'text/plain' ? 'application/octet-stream' : form.mime,
    'content-disposition': dispositionOf(form.name, inPlace),
    'content-security-policy': policyOf(row.kind),
    'accept-ranges': 'bytes',
    // The browser keeps it but revalidates each time, so that who may see it is decided anew.
    'cache-control': 'private, no-cache',
    etag,
  })
  if (request.headers['if-none-match'] === etag) {
    void reply.code(304).send()
    return true
  }
  const ifRange = request.headers['if-range']
  const range = ifRange === undefined || ifRange === etag ? rangeOf(request.headers.range, size) : null
  if (range === 'none') {
    void reply.code(416).header('content-range', `bytes */${size}`).send()
    return true
  }
  if (range) void reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`)
  void reply.header('content-length', range ? range.end - range.start + 1 : size)
  void reply.send(app.files.read(form.key, range ?? undefined))
  return true
}
