/**
 * `npm run container`: builds an image of the release for this machine, on a base made of Debian's packages alone, then
 * starts it as a host should: as an unprivileged user, with nothing writable but its data, without capabilities. Needs
 * podman or docker, mmdebstrap and the administrator of a Linux machine.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { version } from '../../server/src/version.ts'
import { root } from '../sites.ts'
import { ownTarget, run } from '../pack/targets.ts'

const mostMb = 350
const inBase = ['base-files', 'dash', 'coreutils', 'libstdc++6', 'libatomic1']

const isThere = (program: string): boolean => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0
const engine = ['docker', 'podman'].find((name) => isThere(name) && spawnSync(name, ['info']).status === 0)

const skip = (why: string): never => {
  console.log(`○ ${why}`)
  process.exit(0)
}
if (engine === undefined) skip('没有 docker 或 podman / neither docker nor podman is here')
if (ownTarget?.os !== 'linux') skip('只在 Linux 上 / on Linux only')
const isPodman = engine === 'podman'
// A machine that is itself a container has neither the rights crun needs nor a network to share.
const inside = isPodman ? ['--cgroup-manager=cgroupfs', '--runtime=runc'] : []
const call = (...args: string[]): string => run(engine ?? '', [...inside, ...args]).trim()

const release = `tongchuang-${version}-${ownTarget?.name ?? ''}`
if (!existsSync(join(root, 'dist', `${release}.tar.gz`)))
  run(process.execPath, ['tools/pack/pack.ts', ownTarget?.name ?? ''])

const began = performance.now()
const seconds = () => `${((performance.now() - began) / 1000).toFixed(0)} s`

const makeBase = (): string => {
  const given = process.argv.find((word) => word.startsWith('--base='))
  if (given) return given.slice('--base='.length)
  if (!isThere('mmdebstrap'))
    skip('没有 mmdebstrap：用 --base= 给一个基础镜像 / no mmdebstrap: name a base with --base=')
  const folder = mkdtempSync(join(tmpdir(), 'tongchuang-base-'))
  try {
    const archive = join(folder, 'base.tar')
    run('mmdebstrap', ['--quiet', '--variant=extract', `--include=${inBase.join(',')}`, 'bookworm', archive])
    call('import', archive, 'tongchuang-base')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return 'tongchuang-base'
}

const base = makeBase()
console.log(`✓ 基础 / base: ${base}, ${seconds()}`)
call(
  'build',
  // podman's default image format has no health check.
  ...(isPodman ? ['--format=docker', '--isolation=chroot', '--network=host'] : []),
  ...[
    '--file=deploy/Dockerfile',
    `--build-arg=BASE=${base}`,
    `--build-arg=RELEASE=${release}`,
    '--tag=tongchuang',
    '.',
  ],
)
const megabytes = Number(call('image', 'inspect', 'tongchuang', '--format', '{{.Size}}')) / 10 ** 6
console.log(`✓ 镜像 / image: ${megabytes.toFixed(0)} MB, ${seconds()}`)
if (megabytes > mostMb) throw new Error(`the image has ${megabytes.toFixed(0)} MB, more than ${mostMb}`)

const name = `tongchuang-check-${process.pid}`
const port = 20_000 + (process.pid % 20_000)
if (!call('image', 'inspect', 'tongchuang').includes('/app/deploy/healthy'))
  throw new Error('the image has no health check')
// podman asks systemd to look at the health, and sets limits that a machine within a machine may not.
const withoutSystem =
  isPodman && !existsSync('/run/systemd/system')
    ? ['--no-healthcheck', '--ulimit=nofile=10000:10000', '--ulimit=nproc=4096:4096']
    : []
const hardened = ['--read-only', '--tmpfs=/tmp', '--cap-drop=all', '--security-opt=no-new-privileges']
call(
  ...['run', '--detach', ...withoutSystem, `--name=${name}`, '--network=host', ...hardened, `--volume=${name}:/data`],
  ...[`--env=PORT=${port}`, '--env=HOST=127.0.0.1', 'tongchuang'],
)
const inContainer = (script: string) =>
  spawnSync(engine ?? '', [...inside, 'exec', name, 'sh', '-c', script], { encoding: 'utf8' })
const started = performance.now()
try {
  for (;;) {
    if (
      await fetch(`http://127.0.0.1:${port}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      break
    if (performance.now() - started > 60_000) throw new Error(`not ready within a minute: ${call('logs', name)}`)
    await pause(100)
  }
  console.log(`✓ 能接活 / ready: ${((performance.now() - started) / 1000).toFixed(1)} s`)
  const healthy = inContainer('/app/deploy/healthy')
  if (healthy.status !== 0) throw new Error(`not healthy: ${healthy.stderr}`)
  const who = inContainer('id -u; touch /app/x 2>/dev/null && echo writes; touch /data/x && rm /data/x && echo keeps')
  if (who.stdout.trim().split('\n').join(' ') !== '10001 keeps')
    throw new Error(`as whom and where: ${who.stdout}${who.stderr}`)
  const made = inContainer('/app/cli admin create office')
  if (!made.stdout.includes('office')) throw new Error(`no administrator: ${made.stdout}${made.stderr}`)
  console.log(
    '✓ 用户 10001，只有 /data 可写，健康检查和命令可用 / user 10001, only /data is written; the health check and commands work',
  )
  const stopping = performance.now()
  call('stop', '--time=40', name)
  const { ExitCode } = JSON.parse(call('inspect', name, '--format', '{{json .State}}')) as { ExitCode: number }
  if (ExitCode !== 0) throw new Error(`ended with ${ExitCode}`)
  console.log(`✓ 停下 / stopped: ${((performance.now() - stopping) / 1000).toFixed(1)} s；共 / in all ${seconds()}`)
} finally {
  spawnSync(engine ?? '', [...inside, 'rm', '--force', '--volumes', name])
  spawnSync(engine ?? '', [...inside, 'volume', 'rm', '--force', name])
}
