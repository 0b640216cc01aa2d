import { existsSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** How the commands of the product are typed: in a packed release, which has no npm, by the programs beside it. */
export const commandsIn = (folder: string, platform: NodeJS.Platform = process.platform) => {
  const isPacked = ['cli', 'cli.cmd'].some((name) => existsSync(join(folder, name)))
  const isWindows = platform === 'win32'
  const start = isPacked ? (isWindows ? 'start.cmd' : './start') : 'npm start'
  return {
    /** Comes before the name of a command: `npm run cli -- admin create`. */
    cli: isPacked ? (isWindows ? 'cli.cmd' : './cli') : 'npm run cli --',
    /** A start with one setting changed: `PORT=3001 npm start`. */
    startWith: (name: string, value: string | number): string =>
      isWindows ? `set "${name}=${value}" && ${start}` : `${name}=${value} ${start}`,
  }
}

/** The same for this installation. */
export const here = commandsIn(root)
