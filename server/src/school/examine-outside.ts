import type { Config } from '../config.ts'
import type { Database } from '../db/open.ts'
import { listedHosts } from '../guilds/robots/address-rules.ts'
import { hostsOfRobots, silentRobots } from '../guilds/robots/robot-store.ts'
import type { Bilingual } from '../http/language.ts'
import { createOutboundFetch, OutboundFailure, type Resolve } from '../outbound/outbound.ts'
import { listProviders } from '../providers/store.ts'
import { outsideProblems } from './network-words.ts'

type Seen = { state: 'ok' | 'unset' | 'wrong'; detail: Bilingual }
/** `upgraded` rejects where the tables are still those of an earlier version. */
type Outside = { config: Config; database: Database; upgraded: Promise<unknown>; resolve?: Resolve | undefined }

const NAMED = 5

const reasonOf = (error: unknown): Bilingual =>
  error instanceof OutboundFailure ? outsideProblems[error.reason] : { zh: String(error), en: String(error) }

/** Returns why an address cannot be reached; null where any response comes back. */
const asker = ({ config: { outboundAllow }, resolve }: Outside) => {
  const ask = createOutboundFetch({ allow: outboundAllow, ...(resolve && { resolve }) })
  return (address: string): Promise<Bilingual | null> => ask(address).then(() => null, reasonOf)
}

const silentOf = async <T>(
  all: readonly T[],
  ask: (one: T) => Promise<Bilingual | null>,
  nameOf: (one: T) => string,
): Promise<Bilingual[]> =>
  (
    await Promise.all(
      all.map(async (one) => {
        const reason = await ask(one)
        return reason === null ? [] : [{ zh: `${nameOf(one)}（${reason.zh}）`, en: `${nameOf(one)} ${reason.en}` }]
      }),
    )
  ).flat()

const inChinese = (all: readonly Bilingual[]): string => all.map(({ zh }) => zh).join('，')
const inEnglish = (all: readonly Bilingual[]): string => all.map(({ en }) => en).join('; ')

/**
 * Whether the servers of class groups to which robots send can be reached, because many school networks block outgoing
 * requests; and which robots were switched off automatically, or came with a restored backup and are still off.
 */
export const robotsOutside = async (outside: Outside): Promise<Seen> => {
  const { database, upgraded } = outside
  await upgraded
  const hosts = await hostsOfRobots(database.db, listedHosts)
  const [stopped, moved] = [
    await silentRobots(database.db, 'stopped', NAMED),
    await silentRobots(database.db, 'moved', NAMED),
  ]
  if (hosts.length + stopped.total + moved.total === 0)
    return { state: 'unset', detail: { zh: '没有班级群机器人', en: 'No robots of class groups' } }
  const ask = asker(outside)
  const silent = await silentOf(
    hosts,
    (host) => ask(`https://${host}/`),
    (host) => host,
  )
  const namesOf = ({ total, list }: typeof stopped, joint: string, rest: string) =>
    list.map(({ guild, name }) => `${guild} ${name}`).join(joint) + (total > list.length ? rest : '')
  const zh = [
    silent.length > 0 && `班级群机器人连不到外面：${inChinese(silent)}`,
    stopped.total > 0 && `自己停下的机器人${stopped.total}个：${namesOf(stopped, '，', '……')}`,
    moved.total > 0 && `恢复以后还没有打开的机器人${moved.total}个：${namesOf(moved, '，', '……')}`,
  ]
  const en = [
    silent.length > 0 && `Robots of class groups get nothing out: ${inEnglish(silent)}`,
    stopped.total > 0 && `Robots that went off by themselves: ${stopped.total}. ${namesOf(stopped, ', ', ', …')}`,
    moved.total > 0 && `Robots not switched on since the restore: ${moved.total}. ${namesOf(moved, ', ', ', …')}`,
  ]
  const wrong = zh.some(Boolean)
  if (!wrong) return { state: 'ok', detail: { zh: hosts.join(', '), en: hosts.join(', ') } }
  return { state: 'wrong', detail: { zh: zh.filter(Boolean).join('；'), en: en.filter(Boolean).join('; ') } }
}

/** Whether the log-in providers shown on the log-in page can be reached. */
export const providersOutside = async (outside: Outside): Promise<Seen> => {
  const { database, upgraded } = outside
  await upgraded
  const open = (await listProviders(database.db)).filter(({ enabled }) => enabled)
  if (open.length === 0) return { state: 'unset', detail: { zh: '没有别的登录方式', en: 'No other ways to log in' } }
  const ask = asker(outside)
  const silent = await silentOf(
    open,
    ({ address }) => ask(address),
    ({ name }) => name,
  )
  const names = open.map(({ name }) => name)
  if (silent.length === 0) return { state: 'ok', detail: { zh: names.join('，'), en: names.join(', ') } }
  return {
    state: 'wrong',
    detail: {
      zh: `连不上，用户名和密码照常：${inChinese(silent)}`,
      en: `No answer; user names and passwords work as ever: ${inEnglish(silent)}`,
    },
  }
}
