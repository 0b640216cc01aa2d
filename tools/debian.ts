import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { root } from './sites.ts'

/** Runs a program to its end; whether it went well. Its errors are shown. */
export const run = (program: string, args: string[]): boolean =>
  spawnSync(program, args, {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }).status === 0

export const isRoot = process.getuid?.() === 0

/** Whether packages of Debian can be installed here. */
export const mayInstall = (): boolean =>
  isRoot && existsSync('/etc/os-release') && /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'))

/** Installs packages of Debian; whether it went well. */
export const aptInstall = (...packages: string[]): boolean => {
  console.log(`  apt-get install ${packages.join(' ')}`)
  return (
    run('apt-get', ['update', '-qq']) &&
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages])
  )
}
