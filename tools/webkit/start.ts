import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { freePort } from '../../server/src/testing/free-port.ts'
import { aptInstall, mayInstall } from '../debian.ts'

const DRIVER = '/usr/bin/WebKitWebDriver'
const DISPLAY_SERVER = '/usr/bin/Xvfb'

/** WebKit's driver on a display without a screen, or the reason there is none. */
export type WebKit = { url: string; stop: () => Promise<void> } | { missing: string }

const ended = (child: ChildProcess): Promise<void> =>
  child.exitCode === null ? new Promise((resolve) => child.once('exit', () => resolve())) : Promise.resolve()

/** Starts a display; resolves with its name, which the server itself chooses. */
const startDisplay = async (): Promise<{ child: ChildProcess; name: string }> => {
  const child = spawn(DISPLAY_SERVER, ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const number = await new Promise<string>((resolve, reject) => {
    child.stdio[3]?.on('data', (data: Buffer) => resolve(data.toString().trim()))
    child.once('exit', () => reject(new Error('Xvfb did not start')))
  })
  return { child, name: `:${number}` }
}

const answers = async (url: string): Promise<void> => {
  const until = Date.now() + 20_000
  for (;;) {
    const answer = await fetch(`${url}/status`).catch(() => null)
    if (answer?.ok) return
    if (Date.now() > until) throw new Error('WebKitWebDriver did not start')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** Brings and starts the browser engine of Safari, as Debian packages it. */
export const startWebKit = async (): Promise<WebKit> => {
  const isThere = () => existsSync(DRIVER) && existsSync(DISPLAY_SERVER)
  if (!isThere() && mayInstall()) aptInstall('webkit2gtk-driver', 'xvfb')
  if (!isThere()) return { missing: 'there is no WebKit here (webkit2gtk-driver and xvfb of Debian)' }
  const display = await startDisplay().catch(() => null)
  if (!display) return { missing: 'WebKit has no display here (Xvfb does not start)' }
  const port = await freePort()
  const driver = spawn(DRIVER, [`--port=${port}`], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: display.name, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' },
  })
  const stop = async () => {
    for (const child of [driver, display.child]) {
      child.kill()
      await ended(child)
    }
  }
  process.once('exit', () => [driver, display.child].forEach((child) => child.kill()))
  const url = `http://127.0.0.1:${port}`
  await answers(url)
  return { url, stop }
}
