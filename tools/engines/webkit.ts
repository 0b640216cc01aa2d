import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { freePort } from '../../server/src/testing/free-port.ts'
import { aptInstall, mayInstall } from '../debian.ts'
import { HEIGHT, type Engine, type Window } from './window.ts'

const DRIVER = '/usr/bin/WebKitWebDriver'
const DISPLAY_SERVER = '/usr/bin/Xvfb'
const LIBRARIES = '/usr/lib'

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

/** WebKit's own small browser, whose folder is named after the machine and the version. */
const browserFile = (): string => {
  const found = readdirSync(LIBRARIES).flatMap((machine) => {
    const folder = `${LIBRARIES}/${machine}`
    if (!machine.includes('-linux-gnu')) return []
    return readdirSync(folder).flatMap((name) =>
      name.startsWith('webkit2gtk-4') ? [`${folder}/${name}/MiniBrowser`] : [],
    )
  })
  const [newest] = found.toSorted().toReversed()
  if (!newest) throw new Error('WebKit has no MiniBrowser here')
  return newest
}

// The key under which WebDriver names an element.
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'

/** A window of WebKit, driven as the W3C’s WebDriver protocol says. */
const openWindow = async (driver: string): Promise<Window> => {
  const ask = async <T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<T> => {
    const answer = await fetch(driver + path, { method, ...(body && { body: JSON.stringify(body) }) })
    const { value } = (await answer.json()) as { value: T & { error?: string; message?: string } }
    if (!answer.ok) throw new Error(`${path.replace(/.*\//, '')}: ${value.error}, ${value.message}`)
    return value
  }
  const { sessionId } = await ask<{ sessionId: string }>('POST', '/session', {
    capabilities: {
      alwaysMatch: { 'webkitgtk:browserOptions': { binary: browserFile(), args: ['--automation'] } },
    },
  })
  const here = `/session/${sessionId}`
  const evaluate = <T>(body: string, ...args: unknown[]): Promise<T> =>
    ask<T>('POST', `${here}/execute/sync`, { script: body, args })
  const type = async (selector: string, text: string): Promise<void> => {
    const element = await ask<{ [ELEMENT]: string }>('POST', `${here}/element`, {
      using: 'css selector',
      value: selector,
    })
    await ask('POST', `${here}/element/${element[ELEMENT]}/value`, { text })
  }
  return {
    goTo: (url) => ask('POST', `${here}/url`, { url }),
    evaluate,
    type,
    attach: type,
    narrow: 450,
    // The window has a frame and bars of its own around the page.
    widen: async (width) => {
      const around = await evaluate<number>('return outerWidth - innerWidth')
      await ask('POST', `${here}/window/rect`, { width: width + around, height: HEIGHT })
    },
    errors: () => [],
    close: () => ask('DELETE', here),
  }
}

/** Brings and starts the browser engine of Safari, as Debian packages it. */
export const startWebKit = async (): Promise<Engine> => {
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
  const window = await openWindow(url).catch(() => null)
  if (window) return { name: 'WebKit', window, stop }
  await stop()
  return { missing: 'WebKit opens no window on this machine' }
}
