import type { Page } from '@playwright/test'

/** One display mode of a page. */
export type Look = {
  name: string
  width: number
  height: number
  /** The font size of a person who has chosen another one than 16 px. */
  rootFont?: string
  hasForcedColors?: boolean
  isPrinted?: boolean
}

const desktop = { width: 1280, height: 800 }

/** The widths of the specification, and the display settings people change. */
export const looks: readonly Look[] = [
  { name: '320', width: 320, height: 640 },
  { name: '390', width: 390, height: 844 },
  { name: '700', width: 700, height: 900 },
  { name: '820', width: 820, height: 1180 },
  { name: '1000', width: 1000, height: 800 },
  { name: '1280', ...desktop },
  { name: '1920', width: 1920, height: 1080 },
  // A window of 1280 × 800 has this much room for a page at twice the size.
  { name: '200 %', width: 640, height: 400 },
  { name: '20 px', ...desktop, rootFont: '20px' },
  { name: 'forced', ...desktop, hasForcedColors: true },
  // A4 without its margins.
  { name: 'print', width: 688, height: 1000, isPrinted: true },
]

/** The looks sufficient for lists of no row and of one: a phone, a tablet, a desktop. */
export const fewLooks: readonly Look[] = looks.filter(({ name }) => ['390', '820', '1280'].includes(name))

/** The width of landscape A4: a page that defines its own sheets is drawn on them, including margins. */
const OWN_SHEET = 1123

/** Switches an open page to another look and waits until it is drawn; returns the resulting width. */
export const dress = async (page: Page, look: Look): Promise<number> => {
  await page.setViewportSize({ width: look.width, height: look.height })
  await page.emulateMedia({
    media: look.isPrinted ? 'print' : 'screen',
    forcedColors: look.hasForcedColors ? 'active' : 'none',
    reducedMotion: 'reduce',
  })
  // Parts that draw only what is in view draw everything then.
  if (look.isPrinted) await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  const bringsSheets =
    look.isPrinted &&
    (await page.evaluate(() =>
      [...document.querySelectorAll('main *')].some((one) => getComputedStyle(one).getPropertyValue('page') !== 'auto'),
    ))
  const width = bringsSheets ? OWN_SHEET : look.width
  if (bringsSheets) await page.setViewportSize({ width, height: look.height })
  await page.evaluate((size) => {
    document.documentElement.style.fontSize = size
  }, look.rootFont ?? '')
  await page.waitForFunction(() => document.querySelector('[data-skeleton]') === null)
  await page.evaluate(
    () => new Promise<void>((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn()))),
  )
  return width
}

/**
 * Finds text of which a box cuts off the upper or lower part; text hidden on purpose ends in an ellipsis or can be
 * scrolled to.
 */
const wordsCut = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const cuts = (box: Element, words: DOMRect): boolean => {
      if (!/hidden|clip/.test(getComputedStyle(box).overflowY)) return false
      const { top, bottom, height } = box.getBoundingClientRect()
      const isCut = words.bottom > bottom + 2 || words.top < top - 2
      return isCut && height > 4 && words.bottom > top && words.top < bottom
    }
    const range = document.createRange()
    const walk = document.createTreeWalker(document.querySelector('main') ?? document.body, NodeFilter.SHOW_TEXT)
    const faults: string[] = []
    for (let text = walk.nextNode(); text; text = walk.nextNode()) {
      const said = text.textContent?.trim() ?? ''
      const isSeen =
        text.parentElement?.checkVisibility({ visibilityProperty: true }) && !text.parentElement.closest('.vh')
      if (said === '' || !isSeen) continue
      range.selectNodeContents(text)
      const lines = [...range.getClientRects()]
      for (let box: Element | null = text.parentElement; box && box.tagName !== 'MAIN'; box = box.parentElement) {
        const at = box
        const { overflowY, webkitLineClamp, textOverflow } = getComputedStyle(box)
        if (/auto|scroll/.test(overflowY) || webkitLineClamp !== 'none' || textOverflow === 'ellipsis') break
        if (lines.some((line) => cuts(at, line))) {
          faults.push(`cut through: 「${said.slice(0, 20)}」 in <${at.tagName.toLowerCase()} class="${at.className}">`)
          break
        }
      }
    }
    return faults.slice(0, 3)
  })

/** Finds faults that no page may have in any look. */
export const faultsOf = async (page: Page, look: Look): Promise<string[]> => [
  ...(await wordsCut(page)),
  ...(await page.evaluate((isPrinted) => {
    const faults: string[] = []
    const named = (one: Element) => `<${one.tagName.toLowerCase()} class="${one.getAttribute('class') ?? ''}">`
    const width = document.documentElement.scrollWidth
    if (width > innerWidth) {
      const beyond = [...document.querySelectorAll('body *')].filter(
        (one) => one.getBoundingClientRect().right > innerWidth + 1,
      )
      faults.push(`${width} px wide in ${innerWidth}: ${beyond.slice(-2).map(named).join(', ')}`)
    }
    const ways = [...document.querySelectorAll('nav')].filter((one) => !one.closest('main') && one.checkVisibility())
    const pressed = [
      ...document.querySelectorAll('main :is([role=toolbar], button[class*=_button_], a[class*=_button_])'),
    ]
    const waiting = pressed.filter((one) => one.checkVisibility() && !one.closest('table'))
    if (isPrinted && waiting.length > 0)
      faults.push(`to be pressed on paper: ${waiting.slice(0, 2).map(named).join(', ')}`)
    if (isPrinted && ways.length > 0) faults.push(`navigation on paper: ${ways.map(named).join(', ')}`)
    return faults
  }, look.isPrinted ?? false)),
]
