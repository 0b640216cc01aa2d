/** The window of a browser, whatever its engine and the protocol it is driven by. */
export type Window = {
  /** Opens an address and waits until its document and what that names are loaded. */
  goTo: (url: string) => Promise<void>
  /** Runs the body of a function in the page and returns what it returns. */
  evaluate: <T>(body: string, ...args: unknown[]) => Promise<T>
  /** Types into the first element of a selector, key by key. */
  type: (selector: string, text: string) => Promise<void>
  /** Chooses a file of this machine in the first field of files of a selector. */
  attach: (selector: string, path: string) => Promise<void>
  /** How narrow this window goes, in CSS pixels: as a phone, or as its own bars let it. */
  narrow: number
  /** Makes the page this wide, in CSS pixels. */
  widen: (width: number) => Promise<void>
  /** The errors that the console has shown since the last call; an engine whose protocol has no console shows none. */
  errors: () => string[]
  close: () => Promise<void>
}

/** An engine that was started, or the sentence why it was not. */
export type Engine = { name: string; window: Window; stop: () => Promise<void> } | { missing: string }

export const HEIGHT = 900

const PATIENCE_MS = 30_000

/** Waits until the body of a function returns something true; `what` is said where it does not. */
export const until = async (window: Window, what: string, body: string, patience = PATIENCE_MS): Promise<void> => {
  const end = Date.now() + patience
  while (!(await window.evaluate<unknown>(body))) {
    if (Date.now() > end) throw new Error(`${what}: ${await window.evaluate<string>('return document.body.innerText')}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** Waits for an element, and types into it. */
export const typeInto = async (window: Window, selector: string, text: string): Promise<void> => {
  await until(window, `no ${selector}`, `return document.querySelector(${JSON.stringify(selector)}) !== null`)
  await window.type(selector, text)
}

/** Presses the first visible button or link whose text matches. */
export const press = async (window: Window, text: RegExp): Promise<void> => {
  const found = `[...document.querySelectorAll('button, a')].find((one) => one.offsetParent && ${text}.test(one.innerText.trim()))`
  await until(window, `nothing to press: ${text}`, `return Boolean(${found})`)
  await window.evaluate(`${found}.click()`)
}
