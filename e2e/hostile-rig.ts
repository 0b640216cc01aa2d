import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { hostileTexts } from './hostile-texts.ts'

const root = join(import.meta.dirname, '..')
const longPath = join(root, '../shared/data/xss-vectors.json')

// PostgreSQL stores neither NUL nor lone surrogates, so no call accepts them.
const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '')

type Given = { texts: readonly string[]; pack: number; isLong: boolean; leftOut: string }

/** The texts of this run, and why the long list from elsewhere is left out. */
export const hostile: Given = ((): Given => {
  const own = { texts: hostileTexts.map(storable), pack: hostileTexts.length, isLong: false }
  if (!existsSync(longPath)) return { ...own, leftOut: `, the long list left out: ${longPath} is not here` }
  if (process.env.HOSTILE !== 'full') return { ...own, leftOut: ', the long list left out: npm run corpora takes it' }
  const long = JSON.parse(readFileSync(longPath, 'utf8')) as { code: string }[]
  return { texts: long.map(({ code }) => storable(code)), pack: 165, isLong: true, leftOut: '' }
})()

/** How many times the school is filled until each place has held each text. */
export const rounds = Math.ceil(hostile.texts.length / hostile.pack)

/** Puts the texts of one round into every place of a school where words are kept. */
export const plant = async (dataDir: string, round: number): Promise<void> => {
  const child = spawn(process.execPath, ['server/src/testing/plant-texts.ts', dataDir], {
    cwd: root,
    stdio: ['pipe', 'inherit', 'inherit'],
  })
  child.stdin.end(JSON.stringify({ texts: hostile.texts, from: round * hostile.pack, pack: hostile.pack }))
  await once(child, 'exit')
  if (child.exitCode !== 0) throw new Error(`the texts were not planted: ${child.exitCode}`)
}

/** Collects events in a page that no text may cause. */
export const watchForHarm = async (page: Page): Promise<string[]> => {
  const harm: string[] = []
  await page.exposeBinding('hostileTextRan', ({ frame }, what: string) => void harm.push(`${what} in ${frame.url()}`))
  await page.addInitScript(() => {
    const tell = (what: string) =>
      (globalThis as unknown as { hostileTextRan: (what: string) => void }).hostileTextRan(what)
    for (const name of ['alert', 'confirm', 'prompt', 'print'] as const)
      Object.assign(globalThis, { [name]: () => tell(name) })
    document.addEventListener('securitypolicyviolation', (event) =>
      tell(`breach of ${event.effectiveDirective} by ${event.blockedURI} ${event.sample}`),
    )
  })
  page.on('dialog', (dialog) => {
    harm.push(`dialog ${dialog.type()}`)
    void dialog.dismiss()
  })
  page.on('popup', (popup) => harm.push(`window ${popup.url()}`))
  return harm
}

/** The marked texts of a page, and elements of its tree that no text may create. */
export type Seen = { marked: string[]; alien: string[] }

/** Reads a page, after the mouse and the focus have been everywhere. */
export const readPage = (page: Page): Promise<Seen> =>
  page.evaluate(() => {
    const alien: string[] = []
    const told = (element: Element) => alien.push(element.outerHTML.slice(0, 200))
    const addresses = /^(href|src|action|formaction|xlink:href|data|srcdoc|poster|background)$/
    for (const element of document.querySelectorAll('*')) {
      for (const { name, value } of element.attributes) {
        // oxlint-disable-next-line no-control-regex -- browsers leave these out when they read an address
        const isScript =
          addresses.test(name) && /^(javascript|vbscript|data:text)/i.test(value.replaceAll(/[\u0000-\u0020]/g, ''))
        if (/^on/i.test(name) || isScript) told(element)
      }
    }
    const never = 'iframe, frame, object, embed, applet, base, meta[http-equiv="refresh" i], script:not([src])'
    const inProse =
      'script, style, link, form, input, button, select, textarea, [id], [name], [style*="position"], [style*="url("]'
    document.querySelectorAll(never).forEach(told)
    for (const prose of document.querySelectorAll('[data-stored], [contenteditable="true"]')) {
      prose.querySelectorAll(inProse).forEach(told)
      for (const element of prose.querySelectorAll('*'))
        for (const type of [
          'mouseover',
          'mouseenter',
          'focus',
          'blur',
          'error',
          'load',
          'toggle',
          'animationstart',
          'scroll',
        ])
          element.dispatchEvent(new Event(type))
    }
    const fields = [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')].map(
      ({ value }) => value,
    )
    const titles = [...document.querySelectorAll('[title], [aria-label]')].flatMap((element) => [
      element.getAttribute('title'),
      element.getAttribute('aria-label'),
    ])
    const all = [document.body.textContent, ...fields, ...titles].join('\n')
    return { marked: [...new Set(all.match(/⟦[\w.]+:\d+⟧[^⟦]*/g) ?? [])], alien }
  })

// oxlint-disable-next-line no-control-regex -- a field of one line and a page both fold what is not seen
const folded = (text: string): string => text.replaceAll(/[\s\u0000-\u001f]/gu, '')

const markOf = (marked: string) => {
  const [, place = '', number = '', after = ''] = /^⟦([\w.]+):(\d+)⟧([\s\S]*)$/.exec(marked) ?? []
  return { place, number: Number(number), after: folded(after) }
}

/** Whether some words begin with a text; its lines may also be items of a list, with their numbers in between. */
const isReadFrom = (after: string, given: string): boolean => {
  let rest = after
  for (const line of given.split('\n').map(folded)) {
    const numbered = rest.startsWith(line) ? rest : rest.replace(/^\d+/, '')
    if (!numbered.startsWith(line)) return false
    rest = numbered.slice(line.length)
  }
  return true
}

/**
 * Which text each place showed, and those of plain words that do not read as typed; a record of calls also quotes them
 * as JSON.
 */
export const compare = (seen: readonly string[], isQuoted = false): { shown: Set<string>; changed: string[] } => {
  const shown = new Set<string>()
  const complete = new Set<string>()
  const changed = new Map<string, string>()
  for (const { place, number, after } of seen.map(markOf)) {
    const at = `${place}:${number}`
    const given = hostile.texts[number] ?? ''
    const typed = [given, ...(isQuoted ? [JSON.stringify(given).slice(1, -1)] : [])]
    const texts = typed.map(folded)
    shown.add(at)
    // Markdown interprets some signs, also where its text is repeated: there it is enough that nothing becomes active.
    if (
      place.endsWith('.html') ||
      place.startsWith('messages.excerpt') ||
      typed.some((text) => isReadFrom(after, text))
    )
      complete.add(at)
    // Text truncated by its place ends in the middle.
    else if (!texts.some((text) => text.startsWith(after.replace(/…[\s\S]*$/u, ''))))
      changed.set(at, `${at} reads ${after.slice(0, 120)}`)
  }
  return { shown, changed: [...changed].filter(([at]) => !complete.has(at)).map(([, how]) => how) }
}
