import { isIP } from 'node:net'
import { readFileSync } from 'node:fs'
import { siteAddress } from '@tongchuang/contract/web-address.ts'
import { dataDirOf, oneOf, secretNames, urlOf, type Env } from './config-text.ts'
import type { Bilingual } from './http/language.ts'
import { objectsOf, type ObjectSettings } from './storage/object-settings.ts'

/** Every setting of a process, checked. */
export type Config = {
  readonly port: number
  readonly host: string
  /** The public address, or null: then links use the address of the request. */
  readonly baseUrl: string | null
  /** The path of `baseUrl`, without a slash at its end: `''` for a host of its own. */
  readonly basePath: string
  /** Whether people reach the product by https, as `baseUrl` says. */
  readonly https: boolean
  /** Where the admin site has an address of its own, without a slash at its end; null: below the student site. */
  readonly adminSiteUrl: string | null
  readonly dataDir: string
  /** `postgres://…`, or null for SQLite in `dataDir`. */
  readonly databaseUrl: string | null
  /** At least 32 characters: keys for signatures and keyed hashes are derived from it. */
  readonly secret: string
  /** Whether SECRET is set; else the secret is in `dataDir`, and a restored school brings its own. */
  readonly hasOwnSecret: boolean
  /** `false`, the number of proxies in front of the server, or their addresses. */
  readonly trustProxy: false | number | string[]
  readonly logLevel: LogLevel
  /** Whether each answered request gets a line of the log. */
  readonly accessLog: boolean
  readonly smtpUrl: string | null
  readonly mailFrom: string
  readonly adminEmail: string | null
  readonly adminPassword: string | null
  /** Whether this is the sample school. */
  readonly demo: boolean
  /** The S3-compatible store that files are in; null: they are in `dataDir`. */
  readonly objects: ObjectSettings | null
  /** Where `/metrics` is served; null: nowhere. */
  readonly metricsPort: number | null
  /** The token that allows reading `/metrics` from another machine; null: only this machine may. */
  readonly metricsToken: string | null
  /**
   * `host:port` of other servers that may be reached though they are private or without TLS; nothing but this opens
   * them.
   */
  readonly outboundAllow: readonly string[]
  /** Whether this process may change the schema. */
  readonly migrate: boolean
}

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

/** The settings without the secret, which may still have to be made. */
export type Settings = Omit<Config, 'secret' | 'hasOwnSecret'> & { readonly secret: string | null }

/** What is wrong with the settings: one line each. */
export class WrongSettings extends Error {
  readonly problems: readonly Bilingual[]
  constructor(problems: readonly Bilingual[]) {
    super(problems.map(({ en }) => en).join('; '))
    this.problems = problems
  }
}

/** A shorter secret can be guessed. */
export const minSecretLength = 32
const minTokenLength = 16

const withFiles = (env: Env, problems: Bilingual[]): Env => {
  const read: Record<string, string | undefined> = { ...env }
  for (const name of secretNames) {
    const path = env[`${name}_FILE`]
    if (!path) continue
    if (env[name])
      problems.push({ zh: `${name} 和 ${name}_FILE 只能设一个`, en: `Set ${name} or ${name}_FILE, not both` })
    try {
      read[name] = readFileSync(path, 'utf8').trim()
      if (read[name] === '')
        problems.push({ zh: `${name}_FILE：文件 ${path} 是空的`, en: `${name}_FILE: ${path} is empty` })
    } catch {
      problems.push({ zh: `${name}_FILE：读不到文件 ${path}`, en: `${name}_FILE: cannot read ${path}` })
    }
  }
  return read
}

/** The given value in quotes; empty if it may contain a password. */
const quotedAs = (text: string, before: string, after: string): string =>
  /[@?#]/.test(text) ? '' : before + text + after

const portOf = (name: string, text: string, problems: Bilingual[]): number => {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : -1
  if (port < 0 || port > 65_535)
    problems.push({
      zh: `${name} 应是 0 到 65535 的整数，现在是「${text}」`,
      en: `${name} must be a whole number from 0 to 65535, it is "${text}"`,
    })
  return port
}

const baseOf = (text: string | undefined, problems: Bilingual[]): Pick<Config, 'baseUrl' | 'basePath' | 'https'> => {
  if (!text) return { baseUrl: null, basePath: '', https: false }
  const url = siteAddress(text)
  if (!url) {
    problems.push({
      zh: `BASE_URL 应是 http(s):// 开头的网址，例如 https://school.cn/xuehui，不带用户名、密码、? 和 #${quotedAs(text, '，现在是「', '」')}`,
      en: `BASE_URL must be an http(s) address like https://school.cn/xuehui, without name, password, ? or #${quotedAs(text, ', it is "', '"')}`,
    })
    return { baseUrl: null, basePath: '', https: false }
  }
  const basePath = url.pathname.replace(/(?<!\/)\/+$/, '')
  return { baseUrl: url.origin + basePath, basePath, https: url.protocol === 'https:' }
}

/**
 * Whether a password was cut off: an unescaped / ? or # after digits ends the port, so the rest of the password becomes
 * the path, query or fragment.
 */
const isCutPassword = ({ pathname, search, hash }: URL): boolean =>
  pathname.includes('@') || hash.includes('@') || (pathname === '' && search.includes('@'))

const databaseOf = (text: string | undefined, problems: Bilingual[]): string | null => {
  if (!text) return null
  const url = urlOf(text, ['postgres:', 'postgresql:'])
  if (url && !isCutPassword(url)) return text
  if (/^postgres(ql)?:/i.test(text)) {
    problems.push({
      zh: 'DATABASE_URL 应是 postgres://用户:密码@主机:端口/数据库；密码里的 / ? # @ 要写成 %2F %3F %23 %40',
      en: 'DATABASE_URL must be postgres://user:password@host:port/database; in the password / ? # @ are written %2F %3F %23 %40',
    })
    return null
  }
  // Only the scheme is repeated: the rest may hold a password.
  const scheme = text.replace(/:.*$/s, '').slice(0, 30)
  problems.push({
    zh: `DATABASE_URL 只支持 postgres://…，不设则用 SQLite；现在是「${scheme}:…」`,
    en: `DATABASE_URL must be postgres://…, or unset for SQLite; it is "${scheme}:…"`,
  })
  return null
}

const adminSiteOf = (text: string | undefined, problems: Bilingual[]): string | null => {
  if (!text) return null
  const url = siteAddress(text)
  if (url) return url.origin + url.pathname.replace(/(?<!\/)\/+$/, '')
  problems.push({
    zh: `ADMIN_SITE_URL 应是 http(s):// 开头的网址，例如 https://staff.school.cn/admin，不带用户名、密码、? 和 #${quotedAs(text, '，现在是「', '」')}`,
    en: `ADMIN_SITE_URL must be an http(s) address like https://staff.school.cn/admin, without name, password, ? or #${quotedAs(text, ', it is "', '"')}`,
  })
  return null
}

/**
 * Whether the text is an address, a range smaller than all addresses, or one of the names that Fastify knows, in lower
 * case.
 */
const isProxy = (text: string): boolean => {
  if (/^(loopback|linklocal|uniquelocal)$/.test(text)) return true
  const [address = '', bits, more] = text.split('/')
  const family = isIP(address)
  if (family === 0 || more !== undefined) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) > 0 && Number(bits) <= (family === 4 ? 32 : 128))
}

/** A bare "yes" means one proxy. Trusting all would let anyone write their own address into the header. */
const proxyOf = (text: string | undefined, problems: Bilingual[]): Config['trustProxy'] => {
  if (!text || /^(0|false|no|off)$/i.test(text)) return false
  if (/^(true|yes|on)$/i.test(text)) return 1
  if (/^[1-9]$/.test(text)) return Number(text)
  const addresses = text.split(',').map((part) => part.trim())
  if (addresses.every(isProxy)) return addresses
  problems.push({
    zh: `TRUST_PROXY 应是代理的层数（1）或地址列表，现在是「${text}」`,
    en: `TRUST_PROXY must be the number of proxies (1) or their addresses, it is "${text}"`,
  })
  return false
}

const smtpOf = (env: Env, problems: Bilingual[]): Pick<Config, 'smtpUrl' | 'mailFrom'> => {
  const smtpUrl = env.SMTP_URL || null
  const mailFrom = env.MAIL_FROM ?? ''
  const url = smtpUrl ? urlOf(smtpUrl, ['smtp:', 'smtps:']) : null
  if (smtpUrl && (!url || isCutPassword(url)))
    problems.push({
      zh: 'SMTP_URL 应是 smtp:// 或 smtps:// 开头的地址；用户名和密码里的 / ? # @ 要写成 %2F %3F %23 %40',
      en: 'SMTP_URL must start with smtp:// or smtps://; in user name and password / ? # @ are written %2F %3F %23 %40',
    })
  if (smtpUrl && !/@/.test(mailFrom))
    problems.push({
      zh: '设了 SMTP_URL 就要设 MAIL_FROM，例如 学会 <no-reply@school.cn>',
      en: 'SMTP_URL needs MAIL_FROM, for example School <no-reply@school.cn>',
    })
  return { smtpUrl, mailFrom }
}

const adminOf = (env: Env, problems: Bilingual[]): Pick<Config, 'adminEmail' | 'adminPassword'> => {
  const adminEmail = env.ADMIN_EMAIL || null
  const adminPassword = env.ADMIN_PASSWORD || null
  if ((adminEmail === null) !== (adminPassword === null))
    problems.push({ zh: 'ADMIN_EMAIL 和 ADMIN_PASSWORD 要一起设', en: 'Set ADMIN_EMAIL and ADMIN_PASSWORD together' })
  if (adminPassword && adminPassword.length < 8)
    problems.push({ zh: 'ADMIN_PASSWORD 至少 8 个字符', en: 'ADMIN_PASSWORD needs at least 8 characters' })
  return { adminEmail, adminPassword }
}

const metricsOf = (env: Env, problems: Bilingual[]): Pick<Config, 'metricsPort' | 'metricsToken'> => {
  const metricsToken = env.METRICS_TOKEN || null
  if (metricsToken && metricsToken.length < minTokenLength)
    problems.push({
      zh: `METRICS_TOKEN 至少 ${minTokenLength} 个字符`,
      en: `METRICS_TOKEN needs at least ${minTokenLength} characters`,
    })
  if (metricsToken && !env.METRICS_PORT)
    problems.push({ zh: '设了 METRICS_TOKEN 就要设 METRICS_PORT', en: 'METRICS_TOKEN needs METRICS_PORT' })
  return { metricsPort: env.METRICS_PORT ? portOf('METRICS_PORT', env.METRICS_PORT, problems) : null, metricsToken }
}

/** Normalizes `host:port` as in a URL: lower case, IPv6 in brackets. */
const allowedTarget = (text: string): string | null => {
  const [, host = '', port = ''] = /^([^*/?#@\\]+):(\d{1,5})$/.exec(text) ?? []
  const url = host && Number(port) > 0 && Number(port) <= 65_535 ? URL.parse(`http://${host}:${port}/`) : null
  return url && `${url.hostname}:${Number(port)}`
}

const allowedOf = (text: string | undefined, problems: Bilingual[]): string[] =>
  (text ?? '').split(',').flatMap((part) => {
    const target = allowedTarget(part.trim())
    if (target === null && part.trim() !== '')
      problems.push({
        zh: `OUTBOUND_ALLOW 应是逗号隔开的 主机:端口，现在有「${part.trim()}」`,
        en: `OUTBOUND_ALLOW must be host:port, separated by commas; it has "${part.trim()}"`,
      })
    return target ?? []
  })

/** Reads every variable once; throws WrongSettings with all problems, not only the first. */
export const readSettings = (given: Env, { demo = false } = {}): Settings => {
  const problems: Bilingual[] = []
  const env = withFiles(given, problems)
  const isDemo = demo || oneOf(env, 'DEMO', ['0', '1', 'true', 'false'], '0', problems) in { 1: 1, true: 1 }
  const secret = env.SECRET || null
  if (secret && secret.length < minSecretLength) {
    problems.push({
      zh: `SECRET 至少 ${minSecretLength} 个字符；不设则自动生成`,
      en: `SECRET needs at least ${minSecretLength} characters; leave it out and one is made`,
    })
  }
  const settings: Settings = {
    port: portOf('PORT', env.PORT || '3000', problems),
    host: env.HOST || (isDemo ? '127.0.0.1' : '0.0.0.0'),
    ...baseOf(env.BASE_URL, problems),
    adminSiteUrl: adminSiteOf(env.ADMIN_SITE_URL, problems),
    dataDir: dataDirOf(env.DATA_DIR, isDemo ? 'data-demo' : 'data', problems),
    databaseUrl: databaseOf(env.DATABASE_URL, problems),
    secret,
    trustProxy: proxyOf(env.TRUST_PROXY, problems),
    logLevel: oneOf(env, 'LOG_LEVEL', logLevels, 'info', problems),
    accessLog: oneOf(env, 'ACCESS_LOG', ['on', 'off'], 'off', problems) === 'on',
    ...smtpOf(env, problems),
    ...adminOf(env, problems),
    ...metricsOf(env, problems),
    outboundAllow: allowedOf(env.OUTBOUND_ALLOW, problems),
    demo: isDemo,
    ...objectsOf(env, problems),
    migrate: oneOf(env, 'MIGRATE', ['on', 'off'], 'on', problems) === 'on',
  }
  if (problems.length > 0) throw new WrongSettings(problems)
  return settings
}
