import { fork } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../sites.ts'
import type { FromServer, Ready, Usage } from './messages.ts'

export type MeasuredSchool = Ready & { usage: () => Promise<Usage>; stop: () => Promise<void> }

/** Starts the server under measurement; its database is on the disk of the repository, where a commit costs what it costs. `profile`: a folder for a CPU profile. */
export const startMeasuredSchool = async (
  env: Readonly<Record<string, string>>,
  profile?: string,
): Promise<MeasuredSchool> => {
  await mkdir(join(root, '.cache'), { recursive: true })
  const dataDir = await mkdtemp(join(root, '.cache/bench-'))
  const child = fork(join(import.meta.dirname, 'server.ts'), {
    env: { ...process.env, NODE_ENV: 'production', ...env, DATA_DIR: dataDir },
    execArgv: profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : [],
  })
  const ended = new Promise<FromServer>((resolve) =>
    child.once('exit', () => resolve({ problem: 'the server under measurement ended' })),
  )
  const hear = () =>
    Promise.race([
      new Promise<FromServer>((resolve) => child.once('message', (message: FromServer) => resolve(message))),
      ended,
    ])
  const stop = async () => {
    if (child.connected) child.disconnect()
    await ended
    await rm(dataDir, { recursive: true, force: true })
  }
  const first = await hear()
  if (!('ready' in first)) {
    await stop()
    throw new Error('problem' in first ? first.problem : 'no answer')
  }
  const usage = async () => {
    const answer = hear()
    child.send('usage')
    const heard = await answer
    if (!('usage' in heard)) throw new Error('no answer')
    return heard.usage
  }
  return { ...first.ready, usage, stop }
}
