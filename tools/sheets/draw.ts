import type { Browser } from '@playwright/test'
import type { Look } from './looks.ts'

/** A picture of a page, as JPEG. */
export type Shot = { look: Look; picture: Buffer }

/** Pixels of the sheet for a pixel of the page. */
const SCALE = 0.42

const style = `
  body { margin: 12px; background: #ccc; font: 14px sans-serif }
  h1 { margin: 0 0 8px; font-size: 18px }
  main { display: flex; flex-wrap: wrap; gap: 10px; align-items: flex-start }
  figure { margin: 0 }
  img { display: block; outline: 1px solid #777 }`

const figureOf = ({ look, picture }: Shot): string =>
  `<figure><figcaption>${look.name}</figcaption><img width="${Math.round(look.width * SCALE)}" src="data:image/jpeg;base64,${picture.toString('base64')}"></figure>`

/** Combines all screenshots of a page on one sheet. */
export const drawSheet = async (browser: Browser, title: string, shots: readonly Shot[]): Promise<Buffer> => {
  const page = await browser.newPage({ viewport: { width: 1700, height: 800 } })
  try {
    await page.setContent(
      `<!doctype html><style>${style}</style><h1>${title}</h1><main>${shots.map(figureOf).join('')}</main>`,
    )
    await page.evaluate(() => Promise.all([...document.images].map((image) => image.decode())))
    return await page.screenshot({ fullPage: true })
  } finally {
    await page.close()
  }
}
