import type { Config } from '../config.ts'

/** The origin that links to stored bytes lead to; null where we hand out all bytes ourselves. */
export const linkOrigin = (objects: Config['objects']): string | null => {
  if (!objects?.links) return null
  const { endpoint, region, bucket, forcePathStyle } = objects
  const { protocol, host } = new URL(endpoint ?? `https://s3.${region}.amazonaws.com`)
  return `${protocol}//${forcePathStyle ? host : `${bucket}.${host}`}`
}
