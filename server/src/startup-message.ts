import { here } from './commands-here.ts'
import { isIPv6 } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { Config } from './config.ts'
import { isLoopback, samplePassword } from './sample-password.ts'

export type StartFacts = {
  config: Config
  version: string
  /** The port in use: with PORT=0 the system chose it. */
  port: number
  hasAdminSite: boolean
  /** The one-time key while the school has no administrator. */
  setupKey: string | null
}

const lanAddress = (): string | undefined =>
  Object.values(networkInterfaces())
    .flat()
    .find((address) => address?.family === 'IPv4' && !address.internal)?.address

const addresses = ({ config, port }: StartFacts): string[] => {
  if (config.baseUrl) return [`${config.baseUrl}/`]
  const isHere = isLoopback(config.host) || config.host === '0.0.0.0' || config.host === '::'
  const host = isHere ? 'localhost' : isIPv6(config.host) ? `[${config.host}]` : config.host
  const lan = config.host === '0.0.0.0' || config.host === '::' ? lanAddress() : undefined
  return [`http://${host}:${port}/`, ...(lan ? [`http://${lan}:${port}/`] : [])]
}

/** The startup message for the person at the terminal: at most ten lines. */
export const startupMessage = (facts: StartFacts): string => {
  const { config, version, hasAdminSite, setupKey } = facts
  const [first = '', ...others] = addresses(facts)
  const lines = [
    `同窗公会 ${version} 已启动 / is up          数据 / data: ${config.dataDir}（${config.databaseUrl ? 'PostgreSQL' : 'SQLite'}）`,
    `学生端 / students  ${[first, ...others].join('  ')}`,
  ]
  if (hasAdminSite) lines.push(`管理端 / staff     ${first}admin/`)
  if (config.demo)
    lines.push(
      `演示账号 / sample accounts: student  teacher  ta  admin  s002 s003 …   密码 / password: ${samplePassword}`,
    )
  if (setupKey && hasAdminSite)
    lines.push('首次使用，请在 30 分钟内打开 / first use, open within 30 minutes:', `${first}admin/setup#k=${setupKey}`)
  if (setupKey) lines.push(`还没有管理员，运行 / no administrator yet, run: ${here.cli} admin create`)
  return lines.map((line) => `  ${line}`).join('\n')
}
