import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { join } from 'node:path'
import { freePort } from '../../server/src/testing/free-port.ts'

const packages = ['swift-proxy', 'swift-account', 'swift-container', 'swift-object', 'memcached']
const programs = [
  'swift-proxy-server',
  'swift-account-server',
  'swift-container-server',
  'swift-object-server',
  'memcached',
]

const isThere = (): boolean => programs.every((name) => existsSync(join('/usr/bin', name)))

/** Makes sure that Debian's Swift is installed; returns the reason if it cannot be. */
export const bringSwift = (): string | null => {
  if (isThere()) return null
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get'))
    return 'no object store here: install swift-proxy swift-account swift-container swift-object memcached, or run this as root on Debian'
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const install = () =>
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], { env, encoding: 'utf8' })
  let { status, stderr } = install()
  if (status !== 0) {
    spawnSync('apt-get', ['update', '-qq'], { env })
    ;({ status, stderr } = install())
  }
  return isThere() ? null : `no object store here: apt-get ended with ${status}: ${stderr.trim().split('\n').at(-1)}`
}

const freePorts = async (count: number): Promise<number[]> => {
  const ports = new Set<number>()
  while (ports.size < count) ports.add(await freePort())
  return [...ports]
}

/**
 * A Python script that builds the ring of each kind: one disk on one machine. It is one script because each start of
 * Python is expensive.
 */
const rings = (folder: string, ports: Readonly<Record<string, number>>): string =>
  [
    'from swift.common.ring import RingBuilder',
    ...Object.entries(ports).map(
      ([kind, port]) =>
        `b = RingBuilder(2, 1, 0); b.add_dev({'id': 0, 'region': 1, 'zone': 1, 'ip': '127.0.0.1', 'port': ${port}, 'device': 'disk', 'weight': 1.0}); b.rebalance(); b.get_ring().save('${folder}/${kind}.ring.gz')`,
    ),
  ].join('\n')

const common = (folder: string, port: number): string =>
  `[DEFAULT]\nbind_ip = 127.0.0.1\nbind_port = ${port}\nuser = ${process.env.USER ?? 'root'}\nworkers = 0\nswift_dir = ${folder}\nlog_level = ERROR\nlog_address = ${folder}/no-log\n`

const keys = { id: 'school:office', secret: 'a-key-of-tests' }

// The first request after the whole store was killed may find the part servers not ready; by default Swift would then
// not ask them again for a minute.
const trustsItsParts = `error_suppression_interval = 0
error_suppression_limit = 1000000`

const proxyConf = (folder: string, port: number, memcached: number): string =>
  `${common(folder, port)}
[pipeline:main]
pipeline = catch_errors cache s3api tempauth copy slo proxy-server
[app:proxy-server]
use = egg:swift#proxy
allow_account_management = true
account_autocreate = true
${trustsItsParts}
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:${memcached}
[filter:s3api]
use = egg:swift#s3api
location = school
s3_acl = false
allow_multipart_uploads = true
[filter:tempauth]
use = egg:swift#tempauth
user_school_office = a-key-of-tests .admin
[filter:copy]
use = egg:swift#copy
[filter:slo]
use = egg:swift#slo
`

const partConf = (folder: string, port: number, kind: string): string =>
  `${common(folder, port)}devices = ${folder}/devices\nmount_check = false\nfallocate_reserve = 0\ndisable_fallocate = true
[pipeline:main]
pipeline = ${kind}-server
[app:${kind}-server]
use = egg:swift#${kind}
`

const answers = async (url: string): Promise<boolean> => {
  for (const until = Date.now() + 90_000; Date.now() < until;) {
    // Any answer counts, because the request is not authenticated.
    if (
      await fetch(url)
        .then(() => true)
        .catch(() => false)
    )
      return true
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return false
}

/**
 * Starts an object store that speaks S3 in a folder of its own; returns the settings to reach it, and functions to kill
 * it, start it again and end it.
 */
export const startSwift = async (folder: string) => {
  const kinds = ['account', 'container', 'object'] as const
  const [proxy = 0, memcached = 0, ...others] = await freePorts(5)
  const ports = Object.fromEntries(kinds.map((kind, at) => [kind, others[at] ?? 0]))
  mkdirSync(join(folder, 'devices/disk'), { recursive: true })
  execFileSync('/usr/bin/python3', ['-c', rings(folder, ports)])
  writeFileSync(join(folder, 'proxy.conf'), proxyConf(folder, proxy, memcached))
  for (const kind of kinds) writeFileSync(join(folder, `${kind}.conf`), partConf(folder, ports[kind] ?? 0, kind))
  const run = (program: string, args: string[]): ChildProcess =>
    spawn(join('/usr/bin', program), args, { cwd: folder, stdio: ['ignore', 'ignore', 'ignore'] })
  const lasting = [
    run('memcached', [
      '-l',
      '127.0.0.1',
      '-p',
      String(memcached),
      '-U',
      '0',
      '-m',
      '16',
      '-u',
      process.env.USER ?? 'root',
    ]),
    ...(['account', 'container'] as const).map((kind) => run(`swift-${kind}-server`, [join(folder, `${kind}.conf`)])),
  ]
  /** Starts the server that takes requests and the one that writes the bytes. */
  const runCore = () => [
    run('swift-object-server', [join(folder, 'object.conf')]),
    run('swift-proxy-server', [join(folder, 'proxy.conf')]),
  ]
  let core = runCore()
  const endpoint = `http://127.0.0.1:${proxy}`
  const settings = {
    S3_ENDPOINT: endpoint,
    S3_REGION: 'school',
    S3_ACCESS_KEY_ID: keys.id,
    S3_SECRET_ACCESS_KEY: keys.secret,
    S3_FORCE_PATH_STYLE: 'on',
  }
  const untilUp = async () => {
    const isUp = await Promise.all([proxy, ...Object.values(ports)].map((port) => answers(`http://127.0.0.1:${port}`)))
    if (isUp.includes(false)) throw new Error(`the object store did not start in ${folder}`)
  }
  const end = () => {
    for (const child of [...lasting, ...core]) child.kill('SIGKILL')
  }
  await untilUp().catch((error: unknown) => {
    // A child that is left running keeps this process, and whoever reads its output, for ever.
    end()
    throw error
  })
  return {
    settings,
    /** Kills the store as a power cut would, in the middle of a write. */
    kill: async () => {
      const gone = core.map((child) => once(child, 'exit'))
      for (const child of core) child.kill('SIGKILL')
      await Promise.all(gone)
    },
    begin: async () => {
      core = runCore()
      await untilUp()
    },
    end,
  }
}
