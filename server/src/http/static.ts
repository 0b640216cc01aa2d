import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { documentsOf, once, type Asked, type Opening } from './documents.ts'
import { accepts, sitePolicy } from './headers.ts'
import { pathOf, queryOf } from './server.ts'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
}

/** Headers that mean nothing for a part of a page: most of a kilobyte for each of two dozen parts. */
const ofDocuments = [
  'content-security-policy',
  'referrer-policy',
  'cross-origin-opener-policy',
  'permissions-policy',
] as const

type Encoding = 'br' | 'gzip' | 'identity'
type Body = () => Buffer
type Asset = {
  type: string
  /**
   * A script, style or font whose name changes with its content: nobody opens it as a page, and it is cached for good.
   */
  isPart: boolean
  cache: string
  bodies: Partial<Record<Encoding, Body>> & { identity: Body }
  tag: () => string
}

/** A built site. */
export type Site = {
  /** Where `vite build` put it. */
  folder: string
  /** `''` or `/admin`. */
  mount: string
  /** Which paths below the mount are pages of it; any other is answered with its not-found page. */
  isPage: (path: string) => boolean
  /** What a page needs first; its document tells the browser at once. */
  openingOf?: (asked: Asked) => Opening
  /** The device permissions of its documents, if any. */
  permissions?: string
  /** Sends another page in place of one of the site, by its path below the mount; null to send the site's own. */
  instead?: (path: string, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | null>
}

const tagOf = (body: Body) => once(() => `"${createHash('sha256').update(body()).digest('base64url').slice(0, 20)}"`)

/** A document as it is sent. */
const asAsset = (html: string): Asset => {
  const identity = once(() => Buffer.from(html))
  const br = once(() => brotliCompressSync(identity(), { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
  const gzip = once(() => gzipSync(identity()))
  return {
    type: 'text/html; charset=utf-8',
    isPart: false,
    cache: 'no-cache',
    bodies: { identity, br, gzip },
    tag: tagOf(identity),
  }
}

/**
 * The files of a folder, read at their first request and cached. A path can reach only the files listed here, whatever
 * it looks like.
 */
const assetsIn = (folder: string): Map<string, Asset> => {
  const names = new Set(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) =>
        join(entry.parentPath, entry.name)
          .slice(folder.length + 1)
          .replaceAll('\\', '/'),
      ),
  )
  const assets = new Map<string, Asset>()
  for (const name of names) {
    // `.vite/` holds the bundler's own notes, and the page itself is made below.
    if (/\.(br|gz|map)$/.test(name) || name.startsWith('.') || name === 'index.html') continue
    const read = (path: string) => once(() => readFileSync(join(folder, path)))
    const identity = read(name)
    const bodies: Asset['bodies'] = { identity }
    if (names.has(`${name}.br`)) bodies.br = read(`${name}.br`)
    if (names.has(`${name}.gz`)) bodies.gzip = read(`${name}.gz`)
    const cache = name.startsWith('assets/')
      ? 'public, max-age=31536000, immutable'
      : 'public, max-age=0, must-revalidate'
    assets.set(`/${name}`, {
      isPart: /^assets\/.*\.(js|css|woff2)$/.test(name),
      type: types[extname(name)] ?? 'application/octet-stream',
      cache,
      bodies,
      tag: tagOf(identity),
    })
  }
  return assets
}

const encodingFor = ({ bodies }: Asset, request: FastifyRequest): Encoding => {
  const accepted = String(request.headers['accept-encoding'] ?? '')
  return (['br', 'gzip'] as const).find((name) => bodies[name] && accepts(accepted, name)) ?? 'identity'
}

const bodyFor = (asset: Asset, request: FastifyRequest): Buffer =>
  (asset.bodies[encodingFor(asset, request)] ?? asset.bodies.identity)()

/** Whether a part of a page is gone, because an update has replaced the folder while this process runs. */
const isGone = (asset: Asset, request: FastifyRequest): boolean => {
  if (!asset.isPart) return false
  try {
    bodyFor(asset, request)
    return false
  } catch {
    return true
  }
}

type Sent = { asset: Asset; status: number; policy: string; permissions: string | undefined }

const send = (
  request: FastifyRequest,
  reply: FastifyReply,
  { asset, status, policy, permissions }: Sent,
): FastifyReply => {
  const encoding = encodingFor(asset, request)
  void reply.headers({ 'cache-control': asset.cache, vary: 'accept-encoding' })
  if (asset.isPart) for (const name of ofDocuments) void reply.removeHeader(name)
  else
    void reply.headers({
      'content-security-policy': policy,
      etag: asset.tag(),
      ...(permissions && { 'permissions-policy': permissions }),
    })
  if (status === 200 && request.headers['if-none-match'] === asset.tag()) return reply.code(304).send()
  const body = bodyFor(asset, request)
  if (encoding !== 'identity') void reply.header('content-encoding', encoding)
  void reply.code(status).type(asset.type).header('content-length', String(body.length))
  // Fastify leaves the body of a HEAD out and keeps its length.
  return reply.send(body)
}

/** Serves the built sites. Unknown addresses get the site's document with status 404, except below /api. */
export const siteRoutes = (
  http: FastifyInstance,
  basePath: string,
  sites: readonly Site[],
  policy: string = sitePolicy(),
): void => {
  const served = sites
    .filter(({ folder }) => existsSync(join(folder, 'index.html')))
    .map((site) => ({ ...site, assets: assetsIn(site.folder), documentOf: documentsOf(site, basePath, asAsset) }))
    // `/admin` before the site that takes everything.
    .toSorted((a, b) => b.mount.length - a.mount.length)

  http.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    handler: async (request, reply) => {
      // Not decoded: no file or page of the sites has an escape in its name, and none can be reached by one.
      const path = pathOf(request.url)
      const site =
        path.startsWith('/api/') || path === '/api'
          ? undefined
          : served.find(({ mount }) => mount === '' || path === mount || path.startsWith(`${mount}/`))
      if (!site) {
        reply.callNotFound()
        return reply
      }
      const inside = path.slice(site.mount.length) || '/'
      const asset = site.assets.get(inside)
      if (asset && !isGone(asset, request))
        return send(request, reply, { asset, status: 200, policy, permissions: undefined })
      const other = await site.instead?.(inside, request, reply)
      if (other) return other
      const status = site.isPage(inside) ? 200 : 404
      const asked = { path: inside, query: queryOf(request.url), cookie: request.headers.cookie ?? '' }
      return send(request, reply, { asset: site.documentOf(asked), status, policy, permissions: site.permissions })
    },
  })
}
