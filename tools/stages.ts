import { spawn } from 'node:child_process'
import { root } from './sites.ts'

const running = new Set<number>()

const killGroup = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, signal)
  } catch {
    // The process has ended by itself.
  }
}

/** Stopping the run stops every process it has started. */
const stopAll = (signal: NodeJS.Signals) => () => {
  for (const pid of running) killGroup(pid, signal)
  process.exit(130)
}
process.once('SIGINT', stopAll('SIGTERM'))
process.once('SIGTERM', stopAll('SIGTERM'))
process.once('SIGHUP', stopAll('SIGTERM'))

export type Stage = {
  /** The name printed while the stage runs. */
  name: string
  /** A program and its arguments; `node` is the Node that runs this. */
  command: readonly [string, ...string[]]
  minutes?: number
  env?: Readonly<Record<string, string>>
}

/** Runs one stage to its end in a process group of its own, prints its time, and answers whether it went well. */
export const runStage = ({ name, command: [program, ...args], minutes = 5, env = {} }: Stage): Promise<boolean> => {
  console.log(`\n▸ ${name}`)
  const started = Date.now()
  return new Promise((resolve) => {
    const child = spawn(program === 'node' ? process.execPath : program, args, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...env },
      detached: process.platform !== 'win32',
    })
    if (child.pid) running.add(child.pid)
    const deadline = setTimeout(() => {
      console.error(`${name}: not done after ${minutes} minutes`)
      if (child.pid) killGroup(child.pid, 'SIGKILL')
    }, minutes * 60_000)
    const end = (isGood: boolean) => {
      clearTimeout(deadline)
      if (child.pid) running.delete(child.pid)
      console.log(`${isGood ? '✓' : '✗'} ${name}  ${((Date.now() - started) / 1000).toFixed(1)} s`)
      resolve(isGood)
    }
    child.on('error', (error) => {
      console.error(error.message)
      end(false)
    })
    child.on('exit', (code) => {
      if (child.pid) killGroup(child.pid, 'SIGKILL') // whatever it left behind
      end(code === 0)
    })
  })
}
