import { readdirSync } from 'node:fs'

const LIBRARIES = '/usr/lib'

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

/** A window of WebKit, driven as the W3C’s WebDriver protocol says. */
export type Window = {
  goTo: (url: string) => Promise<void>
  /** Runs the body of a function in the page and returns what it returns. */
  evaluate: <T>(body: string, ...args: unknown[]) => Promise<T>
  /** Types into the first element of a selector; for a field of files, the paths of files. */
  type: (selector: string, text: string) => Promise<void>
  /** Presses the first visible button or link whose text matches. */
  press: (text: RegExp) => Promise<void>
  /** Waits until the body of a function returns something true; `what` is said where it does not. */
  until: (what: string, body: string) => Promise<void>
  close: () => Promise<void>
}

const PATIENCE_MS = 30_000
// The key under which WebDriver names an element.
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'

export const openWindow = async (driver: string): Promise<Window> => {
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
  const until = async (what: string, body: string): Promise<void> => {
    const end = Date.now() + PATIENCE_MS
    while (!(await evaluate<unknown>(body))) {
      if (Date.now() > end) throw new Error(`${what}: ${await evaluate<string>('return document.body.innerText')}`)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
  const found = (text: RegExp) =>
    `[...document.querySelectorAll('button, a')].find((one) => one.offsetParent && ${text}.test(one.innerText.trim()))`
  return {
    goTo: (url) => ask('POST', `${here}/url`, { url }),
    evaluate,
    until,
    type: async (selector, text) => {
      await until(`no ${selector}`, `return document.querySelector(${JSON.stringify(selector)}) !== null`)
      const element = await ask<{ [ELEMENT]: string }>('POST', `${here}/element`, {
        using: 'css selector',
        value: selector,
      })
      await ask('POST', `${here}/element/${element[ELEMENT]}/value`, { text })
    },
    press: async (text) => {
      await until(`nothing to press: ${text}`, `return Boolean(${found(text)})`)
      await evaluate(`${found(text)}.click()`)
    },
    close: () => ask('DELETE', here),
  }
}
