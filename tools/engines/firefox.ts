import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../server/src/testing/free-port.ts'
import { aptInstall, mayInstall } from '../debian.ts'
import { HEIGHT, type Engine, type Window } from './window.ts'

const BROWSER = '/usr/bin/firefox-esr'

/** What a fresh profile would do by itself, and asks for at its start. */
const preferences = {
  'app.normandy.enabled': false,
  'browser.safebrowsing.update.enabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'dom.push.connection.enabled': false,
  'extensions.getAddons.cache.enabled': false,
  'intl.accept_languages': 'zh-CN',
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,',
  'toolkit.telemetry.enabled': false,
}

type Answer = {
  id?: number
  type: string
  result?: unknown
  error?: string
  message?: string
  method?: string
  params?: unknown
}
type Entry = { level: string; text: string | null }
type Send = <T>(method: string, params: object) => Promise<T>

// What Firefox writes of a part that was still on its way when its page was left.
const endedWithItsPage =
  /^Failed to load .* A ServiceWorker intercepted the request and encountered an unexpected error/

/** The connection through which Firefox is driven: WebDriver BiDi, messages of JSON over a WebSocket. */
const connect = async (url: string): Promise<{ send: Send; errors: string[] }> => {
  const until = Date.now() + 30_000
  let line: WebSocket | null = null
  while (!line) {
    const next = new WebSocket(url)
    line = await new Promise<WebSocket | null>((resolve) => {
      next.addEventListener('open', () => resolve(next))
      next.addEventListener('error', () => resolve(null))
    })
    if (!line && Date.now() > until) throw new Error('Firefox does not answer')
    if (!line) await new Promise((resolve) => setTimeout(resolve, 200))
  }
  const open = line
  const errors: string[] = []
  const waiting = new Map<number, (answer: Answer) => void>()
  open.addEventListener('message', ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer)
    if (answer.method !== 'log.entryAdded') return
    const { level, text } = answer.params as Entry
    if (level === 'error' && !endedWithItsPage.test(text ?? '')) errors.push(text ?? '')
  })
  let asked = 0
  const send: Send = async <T>(method: string, params: object): Promise<T> => {
    asked += 1
    const id = asked
    const answer = await new Promise<Answer>((resolve) => {
      waiting.set(id, resolve)
      open.send(JSON.stringify({ id, method, params }))
    })
    waiting.delete(id)
    if (answer.type === 'error') throw new Error(`${method}: ${answer.error}, ${answer.message}`)
    return answer.result as T
  }
  return { send, errors }
}

type Evaluated = { type: string; result: { value?: string; sharedId?: string }; exceptionDetails?: { text: string } }

const openWindow = async ({ send, errors }: { send: Send; errors: string[] }): Promise<Window> => {
  await send('session.new', { capabilities: {} })
  await send('session.subscribe', { events: ['log.entryAdded'] })
  const { contexts } = await send<{ contexts: { context: string }[] }>('browsingContext.getTree', {})
  const context = contexts[0]?.context
  const call = async (functionDeclaration: string, args: readonly unknown[] = []): Promise<Evaluated['result']> => {
    const { type, result, exceptionDetails } = await send<Evaluated>('script.callFunction', {
      functionDeclaration,
      awaitPromise: true,
      target: { context },
      arguments: args.map((one) => ({ type: 'string', value: JSON.stringify(one) })),
    })
    if (type === 'exception') throw new Error(exceptionDetails?.text)
    return result
  }
  const find = (selector: string) => call(`() => document.querySelector(${JSON.stringify(selector)})`)
  return {
    goTo: async (url) => {
      await send('browsingContext.navigate', { context, url, wait: 'complete' })
    },
    evaluate: async <T>(body: string, ...args: unknown[]): Promise<T> => {
      const { value } = await call(
        `async (...given) => JSON.stringify(await (function () { ${body} }).apply(null, given.map((one) => JSON.parse(one))))`,
        args,
      )
      return (value === undefined ? undefined : JSON.parse(value)) as T
    },
    type: async (selector, text) => {
      await call(`() => document.querySelector(${JSON.stringify(selector)}).scrollIntoView({ block: 'center' })`)
      const { sharedId } = await find(selector)
      const keys = [...text].flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ])
      // A press: an editor that is only given the focus by a script has no place to write at.
      const press = [
        { type: 'pointerMove', x: 0, y: 0, origin: { type: 'element', element: { sharedId } } },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ]
      await send('input.performActions', { context, actions: [{ type: 'pointer', id: 'press', actions: press }] })
      await send('input.performActions', { context, actions: [{ type: 'key', id: 'keys', actions: keys }] })
    },
    attach: async (selector, path) => {
      const { sharedId } = await find(selector)
      await send('input.setFiles', { context, element: { sharedId }, files: [path] })
    },
    narrow: 390,
    widen: async (width) => {
      await send('browsingContext.setViewport', { context, viewport: { width, height: HEIGHT } })
    },
    errors: () => errors.splice(0),
    close: async () => {
      await send('browser.close', {})
    },
  }
}

/** Brings and starts Firefox, as Debian packages it, with a profile of its own. */
export const startFirefox = async (): Promise<Engine> => {
  if (!existsSync(BROWSER) && mayInstall()) aptInstall('firefox-esr')
  if (!existsSync(BROWSER)) return { missing: 'there is no Firefox here (firefox-esr of Debian)' }
  const profile = await mkdtemp(join(tmpdir(), 'tongchuang-firefox-'))
  const lines = Object.entries(preferences).map(([name, value]) => `user_pref('${name}', ${JSON.stringify(value)});`)
  await writeFile(join(profile, 'user.js'), lines.join('\n'))
  const port = await freePort()
  const child = spawn(BROWSER, ['--headless', '--no-remote', '--profile', profile, `--remote-debugging-port=${port}`], {
    stdio: 'ignore',
    env: { ...process.env, HOME: profile },
  })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const stop = async () => {
    kill()
    await ended
    process.removeListener('exit', kill)
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }
  const window = await connect(`ws://127.0.0.1:${port}/session`)
    .then(openWindow)
    .catch(() => null)
  if (window) return { name: 'Firefox', window, stop }
  await stop()
  return { missing: 'Firefox does not start on this machine' }
}
