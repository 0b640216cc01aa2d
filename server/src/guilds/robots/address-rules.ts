import type { RobotKind } from '@tongchuang/contract/robots.admin.ts'
import { webAddress } from '@tongchuang/contract/web-address.ts'

type Platform = { host: string; path: string; part: string | null }

/** The addresses of robots on the three platforms: hosts, path of the calls, and the part that holds the key. */
const platforms: Readonly<Record<Exclude<RobotKind, 'json'>, readonly Platform[]>> = {
  wecom: [{ host: 'qyapi.weixin.qq.com', path: '/cgi-bin/webhook/send', part: 'key' }],
  dingtalk: [{ host: 'oapi.dingtalk.com', path: '/robot/send', part: 'access_token' }],
  feishu: [
    { host: 'open.feishu.cn', path: '/open-apis/bot/v2/hook/', part: null },
    { host: 'open.larksuite.com', path: '/open-apis/bot/v2/hook/', part: null },
  ],
}

/** The hosts that everybody who leads a guild may use. */
export const listedHosts: readonly string[] = Object.values(platforms).flatMap((some) => some.map(({ host }) => host))

/** An address in its stored form: who may use it, and what is shown of it. `listed`: a robot of its platform. */
export type RobotAddress = { href: string; shown: string; standing: 'listed' | 'wrong' | 'other' }

const isRobotOf = (url: URL, { path, part }: Platform): boolean =>
  part === null
    ? url.pathname.startsWith(path) && url.pathname.length > path.length
    : url.pathname === path && (url.searchParams.get(part) ?? '') !== ''

const shownLetters = 4

/** Parses an address; null where it is none. Whether it may be reached is decided when it is called. */
export const robotAddress = (kind: RobotKind, typed: string): RobotAddress | null => {
  const url = webAddress(typed.trim())
  if (!url) return null
  url.hash = ''
  const { href } = url
  // The end of a short address is not shown.
  const end = href.length >= url.origin.length + 12 ? href.slice(-shownLetters) : ''
  const shown = `${url.host}/…${end}`
  if (kind === 'json') return { href, shown, standing: 'other' }
  const known = platforms[kind].filter(({ host }) => host === url.host)
  if (known.length === 0) return { href, shown, standing: listedHosts.includes(url.host) ? 'wrong' : 'other' }
  const isRobot = url.protocol === 'https:' && known.some((platform) => isRobotOf(url, platform))
  return { href, shown, standing: isRobot ? 'listed' : 'wrong' }
}

/** Replaces secrets in a text: an address, its parts long enough to be a key, and a secret. */
export const withoutSecrets = (text: string, href: string, secret: string): string => {
  const { searchParams, pathname } = new URL(href)
  const parts = [...searchParams.values(), ...pathname.split('/')].filter((part) => part.length >= 8)
  return [href, ...parts, ...(secret.length > 0 ? [secret] : [])]
    .toSorted((one, other) => other.length - one.length)
    .reduce((left, part) => left.replaceAll(part, '•••'), text)
}
