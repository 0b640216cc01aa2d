import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const folder = dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/package.json')))
const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }

const inFolder = (from: string, to: string, wanted: RegExp): [string, string][] =>
  readdirSync(join(folder, from))
    .filter((name) => wanted.test(name))
    .map((name) => [`${from}/${name}`, `${to}${name}`])

/** What reading a PDF takes besides its own module: nothing that runs what stands in one, and nothing compiled. */
const parts: [from: string, to: string][] = [
  ['legacy/build/pdf.worker.min.mjs', 'worker.js'],
  ...inFolder('cmaps', 'cmaps/', /\.bcmap$/),
  ...inFolder('standard_fonts', 'fonts/', /\.(pfb|ttf)$/),
  ...inFolder('wasm', 'decoders/', /_nowasm_fallback\.js$/),
]

/** Puts these files below `pdf/<version>/` of both sites; they are loaded when somebody opens a PDF. */
export const pdfParts: Plugin = {
  name: 'pdf-parts',
  generateBundle() {
    for (const [from, to] of parts)
      this.emitFile({ type: 'asset', fileName: `pdf/${version}/${to}`, source: readFileSync(join(folder, from)) })
  },
}
