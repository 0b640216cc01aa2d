import { oneOf, urlOf, type Env } from '../config-text.ts'
import type { Bilingual } from '../http/language.ts'

/** The location of the object store and the credentials for it. */
export type ObjectSettings = {
  /** Null for Amazon's endpoint of the region. */
  readonly endpoint: string | null
  readonly region: string
  readonly bucket: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** Whether the bucket is named in the path of addresses instead of the host. */
  readonly forcePathStyle: boolean
  /** Whether recordings and archives are fetched from the store itself, by an address that opens one for a minute. */
  readonly links: boolean
}

const objectNames = ['S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

/** The object store named by the environment variables; null where they name none. */
export const objectsOf = (env: Env, problems: Bilingual[]): { objects: ObjectSettings | null } => {
  const onOff = (name: string) => oneOf(env, name, ['on', 'off'], 'off', problems) === 'on'
  const [forcePathStyle, links] = [onOff('S3_FORCE_PATH_STYLE'), onOff('S3_LINKS')]
  if (![...objectNames, 'S3_ENDPOINT'].some((name) => env[name])) return { objects: null }
  const missing = objectNames.filter((name) => !env[name])
  if (missing.length > 0)
    problems.push({
      zh: `文件放在S3存储时还要设${missing.join('、')}`,
      en: `Files in an S3 store also need ${missing.join(', ')}`,
    })
  const endpoint = env.S3_ENDPOINT || null
  const url = endpoint === null ? null : urlOf(endpoint, ['http:', 'https:'])
  if (endpoint !== null && (url === null || url.username !== '' || url.search !== '' || url.hash !== ''))
    problems.push({
      zh: 'S3_ENDPOINT应是http(s)://开头的地址，不带用户名、?和#',
      en: 'S3_ENDPOINT must be an http(s) address without a name, ? or #',
    })
  const [bucket = '', region = '', accessKeyId = '', secretAccessKey = ''] = objectNames.map((name) => env[name] ?? '')
  return { objects: { endpoint, region, bucket, accessKeyId, secretAccessKey, forcePathStyle, links } }
}
