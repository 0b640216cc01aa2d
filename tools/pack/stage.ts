import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join, relative } from 'node:path'
import { root } from '../sites.ts'
import { bringLibatomic, bringNode, npm, type Target } from './targets.ts'

/** What `npm start` gives the process: see the launcher. */
const linuxStart = (what: string): string => `#!/bin/sh
# 同窗公会：自带 Node，不需要安装什么。Brings its own Node; nothing has to be installed.
cd "$(dirname "$(readlink -f "$0")")" || exit 1
export MALLOC_ARENA_MAX="\${MALLOC_ARENA_MAX:-1}" MALLOC_MMAP_THRESHOLD_=40960 MALLOC_TRIM_THRESHOLD_=131072
export NODE_COMPILE_CACHE="\${NODE_COMPILE_CACHE:-$PWD/.cache/compiled}"
export LD_LIBRARY_PATH="$PWD/lib\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
exec ./bin/node --max-semi-space-size=8 --heap-growing-percent=25 server/src/${what}.ts "$@"
`

const scope = String.raw`node_modules\@tongchuang`

/**
 * A zip holds neither a link nor an empty folder, so each start checks the link. It is absolute: after an upgrade that
 * renamed the folder it would lead from the old version into the new one. A correct link is left alone, because another
 * process may be reading through it. `rmdir` removes a wrong link itself; with /s it would remove the target of the
 * link.
 */
export const windowsStart = (what: string): string =>
  [
    '@echo off',
    'cd /d "%~dp0"',
    `if not exist ${scope} mkdir ${scope}`,
    String.raw`dir /al ${scope} 2>nul | "%SystemRoot%\System32\find.exe" "[%CD%\contract]" >nul && goto linked`,
    String.raw`rmdir ${scope}\contract 2>nul`,
    String.raw`mklink /J ${scope}\contract contract >nul`,
    ':linked',
    'set NODE_COMPILE_CACHE=%CD%\\.cache\\compiled',
    `bin\\node.exe --max-semi-space-size=8 --heap-growing-percent=25 server\\src\\${what}.ts %*`,
    '',
  ].join('\r\n')

const readme = ({ os }: Target, hasLibrary: boolean): string => {
  const [start, cli] = os === 'win32' ? ['start.cmd', 'cli.cmd'] : ['./start', './cli']
  return `同窗公会 / Tongchuang Guild

${start}            启动，终端会显示设置链接 / starts and prints the set-up link
${cli} doctor      检查，手册里的 npm run cli -- … 在这里写 ${cli} … / where the handbook says npm run cli -- …
.env               设置，从 .env.example 复制 / settings, copied from .env.example
docs/operate.md    运维手册 / docs/operate.en.md

数据在 data/；升级时换一个目录解开，所以请在 .env 里把 DATA_DIR 写成别处的完整路径。
Data is in data/. An upgrade is unpacked into another folder: set DATA_DIR to an absolute path elsewhere.
${os === 'linux' && !hasLibrary ? '\n需要系统的 libatomic1。Needs libatomic1 of the system.\n' : ''}`
}

// Source maps, type declarations and documentation of packages: a third of what is installed.
const notNeeded = ['**/*.map', '**/*.d.ts', '**/*.d.mts', '**/*.d.cts', '**/*.md', '**/*.markdown', '**/tsconfig*.json']

/** Files removed from the sources because only tests need them. */
const notProduct = [
  ...['server/src/**/*.test.ts', 'server/src/testing', 'server/test-data'],
  ...['contract/src/**/*.test.ts', 'contract/src/testing'],
]

const remove = (folder: string, patterns: readonly string[]): void => {
  for (const path of globSync(patterns, { cwd: folder })) rmSync(join(folder, path), { recursive: true, force: true })
}

const installPackages = (folder: string, { os, cpu }: Target): void => {
  for (const path of [
    'package.json',
    'package-lock.json',
    '.npmrc',
    ...globSync('*/package.json', { cwd: root, exclude: ['node_modules/**'] }),
  ])
    cpSync(join(root, path), join(folder, path))
  const machine = [`--os=${os}`, `--cpu=${cpu}`, ...(os === 'linux' ? ['--libc=glibc'] : [])]
  npm(['ci', '--omit=dev', '--include=optional', '-w', 'server', '-w', 'contract', ...machine], folder)
  for (const path of ['ui', 'web', 'admin']) rmSync(join(folder, path), { recursive: true, force: true })
  remove(join(folder, 'node_modules'), notNeeded)
  rmSync(join(folder, 'node_modules/.bin'), { recursive: true, force: true })
}

/** Copies the product without its tests. A test checks that only what the product imports is included. */
const copyProduct = (folder: string): void => {
  for (const path of ['contract/src', 'server/src', 'web/dist', 'admin/dist'])
    cpSync(join(root, path), join(folder, path), { recursive: true })
  remove(folder, notProduct)
  for (const path of [
    'LICENSE',
    'CHANGELOG.md',
    '.env.example',
    'deploy',
    ...globSync('docs/{operate,handbook-*}.md', { cwd: root }),
    ...globSync('docs/*.en.md', { cwd: root }),
  ])
    if (existsSync(join(root, path))) cpSync(join(root, path), join(folder, path), { recursive: true })
}

/** Puts everything a machine needs into a folder: Node, the packages for that machine, the product and its pages. */
export const stage = (folder: string, target: Target): void => {
  mkdirSync(join(folder, 'bin'), { recursive: true })
  installPackages(folder, target)
  copyProduct(folder)
  bringNode(target, join(folder, target.program))
  chmodSync(join(folder, target.program), 0o755)
  const hasLibrary = target.os === 'linux' && bringLibatomic(target, join(folder, 'lib'))
  const link = join(folder, 'node_modules/@tongchuang')
  rmSync(link, { recursive: true, force: true })
  mkdirSync(link)
  const isWindows = target.os === 'win32'
  if (!isWindows) symlinkSync(relative(link, join(folder, 'contract')), join(link, 'contract'))
  for (const [name, what] of [
    ['start', 'main'],
    ['cli', 'cli'],
  ] as const) {
    const path = join(folder, isWindows ? `${name}.cmd` : name)
    writeFileSync(path, isWindows ? windowsStart(what) : linuxStart(what), { mode: 0o755 })
  }
  writeFileSync(join(folder, 'README.txt'), readme(target, hasLibrary))
  const { version, name, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<
    string,
    string
  >
  writeFileSync(
    join(folder, 'package.json'),
    `${JSON.stringify({ name, version, license, private: true, type: 'module' }, null, 2)}\n`,
  )
  for (const path of ['package-lock.json', '.npmrc']) rmSync(join(folder, path), { force: true })
}
