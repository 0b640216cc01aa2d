import type { Config } from '../config.ts'

/** The origin of links to stored bytes; null where the server delivers all bytes itself. */
export const linkOrigin = (objects: Config['objects']): string | null => {
  if (!objects?.links) return null
  const { endpoint, region, bucket, forcePathStyle } = objects
  const { protocol, host } = new URL(endpoint ?? `https://s3.${region}.amazonaws.com`)
  return `${protocol}//${forcePathStyle ? host : `${bucket}.${host}`}`
}
