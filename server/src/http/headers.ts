import { gzipSync } from 'node:zlib'
import type { FastifyReply } from 'fastify'

// The one style element React Aria writes at run time; a test recomputes it.
const reactAriaStyle = "'sha256-38RhXrc7EdReTKsOm23ZPOCUgniTUUcjky8QOOrQx6o='"

/**
 * The policy of the two sites: everything from this origin, no inline script, stored HTML only through one policy
 * object.
 */
const policyParts = [
  "default-src 'none'",
  "script-src 'self'",
  `style-src 'self' ${reactAriaStyle}`,
  "img-src 'self' data: blob:",
  "media-src 'self' blob:{recordings}",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'self' blob:",
  "worker-src 'self'",
  "manifest-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types stored-html ProseMirrorClipboard service-worker',
].join('; ')

/** The policy of the sites, extended by the origin of recordings if it is another one. */
export const sitePolicy = (recordings: string | null = null): string =>
  policyParts.replace('{recordings}', recordings === null ? '' : ` ${recordings}`)

/** The policy of answers that are data: nothing in them may do anything. */
export const dataPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox"

/** Only for documents of the admin site, where teachers record their voice. */
export const microphonePolicy = 'camera=(), geolocation=(), microphone=(self)'

/** What every answer of the product carries, whatever its status. */
export const commonHeaders = (https: boolean): Readonly<Record<string, string>> => ({
  'content-security-policy': dataPolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'cache-control': 'no-store',
  // Only where the school has https: on plain http the header would be ignored. It excludes subdomains, which belong to
  // others and may have no certificate.
  ...(https ? { 'strict-transport-security': 'max-age=31536000' } : {}),
})

const named = (encoding: string): RegExp =>
  new RegExp(`(^|[,\\s])${encoding}(?!\\s*;\\s*q=0(\\.0+)?\\s*(,|$))\\s*(;|,|$)`, 'i')
// Made once, not at each answer.
const encodings = { br: named('br'), gzip: named('gzip') } as const

/** Whether the client accepts this encoding. `header`: `accept-encoding`. */
export const accepts = (header: string, encoding: keyof typeof encodings): boolean => encodings[encoding].test(header)

/** Minimum length in characters; shorter bodies fit into one packet anyway. */
const compressedFrom = 1_024
// The fastest level with a small state: 9 KB take 20 µs and become about 1 KB. A proxy may compress better and is free
// to.
const compression = { level: 1, windowBits: 14, memLevel: 6 } as const

/**
 * Sends JSON text, compressed if it is long and the client accepts that. The length does not leak secrets: a call needs
 * a header that no other site can make a browser send.
 */
export const sendJson = (reply: FastifyReply, status: number, body: string): FastifyReply => {
  void reply.code(status).type('application/json; charset=utf-8')
  if (body.length < compressedFrom) return reply.send(body)
  void reply.header('vary', 'accept-encoding')
  if (!accepts(String(reply.request.headers['accept-encoding'] ?? ''), 'gzip')) return reply.send(body)
  return reply.header('content-encoding', 'gzip').send(gzipSync(body, compression))
}
