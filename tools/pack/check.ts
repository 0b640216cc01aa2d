import { execFile, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, openSync, readdirSync, readSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { adminMount, paths } from '@tongchuang/contract/paths.ts'
import { openPromise } from 'yauzl'
import { run, type Target } from './targets.ts'

const ask = (wrong: boolean, said: string): void => {
  if (wrong) throw new Error(said)
}

const headOf = (path: string): Buffer => {
  const head = Buffer.alloc(64)
  readSync(openSync(path, 'r'), head)
  return head
}

/** Whether a file is an ELF program for x64 or arm64, or a Windows program. */
const isProgramFor = (head: Buffer, { os, cpu }: Target): boolean => {
  if (os === 'win32') return head.toString('latin1', 0, 2) === 'MZ'
  return head.toString('latin1', 1, 4) === 'ELF' && head.readUInt16LE(18) === (cpu === 'x64' ? 62 : 183)
}

const namesIn = async (path: string): Promise<string[]> => {
  if (!path.endsWith('.zip')) return run('tar', ['-tzf', path]).trim().split('\n')
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false })
  const names: string[] = []
  for await (const { fileName } of zip.eachEntry()) names.push(fileName)
  zip.close()
  return names
}

/** Checks that an archive contains what its machine needs and nothing that only developers need. */
export const checkForm = async (path: string, target: Target): Promise<void> => {
  const names = await namesIn(path)
  const sharp = `@img/sharp-${target.os}-${target.cpu}/`
  ask(!names.some((name) => name.includes(sharp)), `${path}: no ${sharp}`)
  const others = names.filter((name) => /@img\/sharp-(?!libvips)/.test(name) && !name.includes(sharp))
  ask(others.length > 0, `${path}: packages of other machines: ${others[0]}`)
  const tests = names.filter((name) => /^[^/]+\/(server|contract)\/.*(\.test\.ts|\/testing\/)/.test(name))
  ask(tests.length > 0, `${path}: tests: ${tests[0]}`)
  const secret = names.filter((name) => /\/(\.env|data|secret)$/.test(name))
  ask(secret.length > 0, `${path}: ${secret[0]}`)
  for (const needed of ['.env.example', 'web/dist/.vite/manifest.json'])
    ask(!names.some((name) => name.split('/').slice(1).join('/') === needed), `${path}: no ${needed}`)
  if (target.os === 'linux') {
    const folder = mkdtempSync(join(tmpdir(), 'tongchuang-form-'))
    run('tar', ['-xzf', path, '-C', folder, names.find((name) => name.endsWith('/bin/node')) ?? ''])
    const [top = ''] = readdirSync(folder)
    ask(!isProgramFor(headOf(join(folder, top, target.program)), target), `${path}: Node of another machine`)
    rmSync(folder, { recursive: true, force: true })
  }
  console.log(`  ✓ ${names.length} 个文件 / files`)
}

// Encodes a small picture with sharp, the one package with a native binary.
const picture =
  "import sharp from 'sharp'; const made = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } }).webp().toBuffer(); console.log(made.length > 0)"

/**
 * Unpacks the archive of this machine into an empty folder and starts it there, with no program on its path and,
 * where that can be had, no network.
 */
export const checkRuns = async (path: string): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'tongchuang-unpacked-'))
  const began = performance.now()
  const seconds = () => ((performance.now() - began) / 1000).toFixed(1)
  run('tar', ['-xzf', path, '-C', folder])
  const [top = ''] = readdirSync(folder)
  const home = join(folder, top)
  console.log(`  ✓ 解开 / unpacked: ${seconds()} s, ${run('du', ['-sm', home]).split('\t')[0]} MB`)
  // The start script needs only `cd`, `dirname` and `readlink` from the system.
  const env = { PATH: '/usr/bin:/bin', PORT: '0', HOST: '127.0.0.1', NODE_PATH: '' }
  const isolated = process.getuid?.() === 0 && existsSync('/usr/bin/unshare')
  const alone = (program: string, args: string[]): [string, string[]] =>
    isolated
      ? ['/usr/bin/unshare', ['-n', 'sh', '-c', 'ip link set lo up 2>/dev/null; exec "$@"', 'sh', program, ...args]]
      : [program, args]
  try {
    const sharp = join(home, 'server/src/picture.mjs')
    writeFileSync(sharp, picture)
    const library = { ...env, LD_LIBRARY_PATH: join(home, 'lib') }
    const { stdout } = await promisify(execFile)(join(home, 'bin/node'), [sharp], { cwd: home, env: library })
    ask(stdout.trim() !== 'true', 'no pictures can be made')
    rmSync(sharp)
    const started = performance.now()
    const child = spawn(...alone(join(home, 'start'), []), { cwd: folder, env })
    let said = ''
    await new Promise<void>((resolve, reject) => {
      const hear = (chunk: Buffer) => {
        said += chunk.toString()
        if (/http:\/\/localhost:\d+/.test(said)) resolve()
      }
      child.stdout.on('data', hear)
      child.stderr.on('data', hear)
      child.on('exit', (code) => reject(new Error(`start ended with ${code}: ${said}`)))
      setTimeout(() => reject(new Error(`not started within a minute: ${said}`)), 60_000).unref()
    })
    console.log(
      `  ✓ 启动 / started: ${((performance.now() - started) / 1000).toFixed(1)} s${isolated ? '，没有网络 / without a network' : ''}`,
    )
    child.removeAllListeners('exit')
    const url = (/http:\/\/localhost:\d+/.exec(said)?.[0] ?? '').replace('localhost', '127.0.0.1')
    const get = async (what: string): Promise<string> => {
      if (!isolated) return (await fetch(url + what)).text()
      const code = `console.log(await (await fetch('${url}${what}')).text())`
      const args = ['-n', '-t', String(child.pid), join(home, 'bin/node'), '--input-type=module', '-e', code]
      return (await promisify(execFile)('/usr/bin/nsenter', args, { env: library, maxBuffer: 2 ** 24 })).stdout
    }
    ask(!(await get('/readyz')).includes('"ready":true'), 'not ready')
    ask(!(await get(paths.login())).includes('<html'), 'no pages')
    ask(!(await get(adminMount)).includes('<html'), 'no admin pages')
    const { stdout: made } = await promisify(execFile)(join(home, 'cli'), ['admin', 'create', 'office'], {
      cwd: folder,
      env,
    })
    ask(!made.includes('office'), `no administrator: ${made}`)
    const { stdout: seen } = await promisify(execFile)(join(home, 'cli'), ['doctor'], { cwd: folder, env })
    ask(/^✗/m.test(seen), seen)
    const stopping = performance.now()
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    await ended
    console.log(
      `  ✓ 用过、停下 / used and stopped: ${((performance.now() - stopping) / 1000).toFixed(1)} s，共 / in all ${seconds()} s`,
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
