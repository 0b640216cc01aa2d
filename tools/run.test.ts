import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

let home = ''

const write = (path: string, text: string): void => {
  mkdirSync(join(home, path, '..'), { recursive: true })
  writeFileSync(join(home, path), text)
}

/** A clone in which nothing is installed; `cli` stands for every command. */
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'tongchuang-launcher-'))
  cpSync(join(import.meta.dirname, 'run.cjs'), join(home, 'tools/run.cjs'))
  write('package.json', '{ "type": "module" }')
  write('package-lock.json', '{}')
  utimesSync(join(home, 'package-lock.json'), 1_000, 1_000)
  // Simulates an old Node version, whichever version runs this test.
  write(
    'old.cjs',
    "Object.defineProperty(process.versions, 'node', { value: '20.20.2' }); Object.defineProperty(process, 'version', { value: 'v20.20.2' })",
  )
  write(
    'fake-npm/npm-cli.js',
    "import { writeFileSync } from 'node:fs'\nwriteFileSync('asked.json', JSON.stringify(process.argv.slice(2)))\nprocess.exit(1)",
  )
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const install = (): void => write('node_modules/.package-lock.json', '{}')

type Ended = { code: number | null; said: string }

const begin = (
  flags: string[],
  args: string[],
  env: Record<string, string> = {},
): { child: ChildProcess; said: () => string; ended: Promise<Ended> } => {
  const child = spawn(process.execPath, [...flags, 'tools/run.cjs', ...args], {
    cwd: home,
    env: { PATH: process.env.PATH, npm_execpath: join(home, 'fake-npm/npm-cli.js'), ...env },
  })
  let said = ''
  child.stdout.on('data', (text: Buffer) => (said += text.toString()))
  child.stderr.on('data', (text: Buffer) => (said += text.toString()))
  return {
    child,
    said: () => said,
    ended: new Promise((resolve) => child.on('close', (code) => resolve({ code, said }))),
  }
}

const until = async (isSo: () => boolean): Promise<void> => {
  await expect.poll(isSo, { timeout: 10_000, interval: 20 }).toBe(true)
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    // A dead child of a dead parent may remain as a zombie until it is reaped.
    return process.platform !== 'linux' || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

test('someone who mistypes a command reads which there are, in both languages', async () => {
  const { code, said } = await begin([], ['strat']).ended
  expect(code).toBe(1)
  expect(said).toMatch(/没有这个命令.*start.*\nNo such command.*start/)
})

test('arguments go to the command and its exit code comes back', async () => {
  install()
  write('server/src/cli.ts', 'console.log(process.argv.slice(2).join(","))\nprocess.exit(7 as number)')
  expect(await begin([], ['cli', 'admin', 'list']).ended).toEqual({ code: 7, said: 'admin,list\n' })
})

test('an old Node without a newer one beside it gets one sentence in two languages and no stack', async () => {
  install()
  const { code, said } = await begin(['-r', './old.cjs'], ['cli']).ended
  expect(code).toBe(1)
  expect(said.trim().split('\n')).toEqual([
    '需要 Node.js 26 或更高版本（当前 v20.20.2）。请运行：npm install --include=optional',
    'Node.js 26 or newer is needed (this is v20.20.2). Please run: npm install --include=optional',
  ])
})

test('an old Node hands over to the one that npm brought', async ({ skip }) => {
  skip(process.platform !== 'linux', 'the Node of another system lies elsewhere')
  install()
  const brought = `node_modules/node-linux-${process.arch}/bin`
  mkdirSync(join(home, brought), { recursive: true })
  symlinkSync(process.execPath, join(home, brought, 'node'))
  write('server/src/cli.ts', 'console.log(process.versions.node)')
  expect(await begin(['-r', './old.cjs'], ['cli']).ended).toEqual({ code: 0, said: `${process.versions.node}\n` })
})

test('a fresh clone is installed first, with one line about it', async () => {
  write(
    'fake-npm/npm-cli.js',
    "import { mkdirSync, writeFileSync } from 'node:fs'\nmkdirSync('node_modules')\nwriteFileSync('node_modules/.package-lock.json', '{}')",
  )
  write('server/src/cli.ts', 'console.log("ran")')
  const { code, said } = await begin([], ['cli']).ended
  expect({ code, lines: said.trim().split('\n').length }).toEqual({ code: 0, lines: 3 })
  expect(said).toContain('Installing packages')
  expect(said.endsWith('ran\n')).toBe(true)
})

test('packages older than the lockfile are installed again, and errors are shown', async () => {
  install()
  utimesSync(join(home, 'node_modules/.package-lock.json'), 500, 500)
  const { code, said } = await begin([], ['cli']).ended
  expect(JSON.parse(readFileSync(join(home, 'asked.json'), 'utf8'))).toEqual([
    'ci',
    '--loglevel=error',
    '--include=dev',
  ])
  expect(code).toBe(1)
  expect(said).toMatch(/安装没有完成[\s\S]*could not be installed/)
})

test('a stop is passed on to the command, which ends by itself', async () => {
  install()
  write(
    'server/src/cli.ts',
    "process.on('SIGTERM', () => { console.log('bye'); process.exit(3) })\nsetInterval(() => {}, 1000)\nconsole.log('up')",
  )
  const { child, said, ended } = begin([], ['cli'])
  await until(() => said().includes('up'))
  child.kill('SIGTERM')
  expect(await ended).toEqual({ code: 3, said: 'up\nbye\n' })
})

test('a command that a signal killed is reported as such', async () => {
  install()
  write('server/src/cli.ts', "process.kill(process.pid, 'SIGKILL')\nsetInterval(() => {}, 1000)")
  expect((await begin([], ['cli']).ended).code).toBe(137)
})

test('a stopped installation ends at once, although npm would go on', async () => {
  write(
    'fake-npm/npm-cli.js',
    "import { writeFileSync } from 'node:fs'\nprocess.on('SIGTERM', () => {})\nwriteFileSync('pid', String(process.pid))\nsetInterval(() => {}, 1000)",
  )
  const { child, ended } = begin([], ['cli'])
  await until(() => existsSync(join(home, 'pid')))
  const pid = Number(readFileSync(join(home, 'pid'), 'utf8'))
  child.kill('SIGTERM')
  expect((await ended).code).toBe(137)
  expect(isAlive(pid)).toBe(false)
})

test.each([
  ['itself', "spawn(process.execPath, ['tools/run.cjs', 'cli'], { stdio: 'ignore' })"],
  [
    'through a shell that waits',
    "spawn('sh', ['-c', `${process.execPath} tools/run.cjs cli; exit $?`], { stdio: 'ignore' })",
  ],
])('no command outlives an npm that was killed, started by npm %s', async (_how, starting) => {
  install()
  write(
    'server/src/cli.ts',
    "import { writeFileSync } from 'node:fs'\nwriteFileSync('pid', String(process.pid))\nsetInterval(() => {}, 1000)",
  )
  // Stands for npm: starts the launcher and waits.
  write('npm.js', `import { spawn } from 'node:child_process'\n${starting}`)
  const npm = spawn(process.execPath, ['npm.js'], {
    cwd: home,
    env: { PATH: process.env.PATH, npm_lifecycle_event: 'cli' },
  })
  await until(() => existsSync(join(home, 'pid')) && readFileSync(join(home, 'pid'), 'utf8') !== '')
  const pid = Number(readFileSync(join(home, 'pid'), 'utf8'))
  expect(isAlive(pid)).toBe(true)
  npm.kill('SIGKILL')
  await until(() => !isAlive(pid))
})
