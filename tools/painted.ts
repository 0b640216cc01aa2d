import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildWords } from './build-words.ts'
import { classNames } from './class-names.ts'
import { iconParts } from './icon-parts.ts'

type Painter = { paintLogin: (language: string) => Promise<string> }

/**
 * Renders the log-in page in both languages and writes it beside the manifest of a built site; the server puts it into
 * the document.
 */
export const paintPages = async (site: string, built: string): Promise<void> => {
  const { build } = await import('vite')
  const outDir = await mkdtemp(join(built, '.painter-'))
  try {
    await build({
      root: site,
      base: './',
      configFile: false,
      logLevel: 'warn',
      plugins: [iconParts],
      css: { modules: classNames },
      build: {
        ...buildWords,
        outDir,
        emptyOutDir: true,
        ssr: 'src/painted.tsx',
        assetsInlineLimit: 0,
        minify: false,
        rolldownOptions: {
          ...buildWords.rolldownOptions,
          output: {
            entryFileNames: 'painted.mjs',
            assetFileNames: 'assets/[name]-[hash:7][extname]',
            codeSplitting: false,
          },
        },
      },
      ssr: { noExternal: true },
    })
    const { paintLogin } = (await import(pathToFileURL(join(outDir, 'painted.mjs')).href)) as Painter
    const pages: Record<string, string> = {}
    for (const language of ['zh-CN', 'en-US']) pages[`login ${language}`] = await paintLogin(language)
    await writeFile(join(built, '.vite/painted.json'), JSON.stringify(pages))
  } finally {
    await rm(outDir, { recursive: true, force: true })
  }
}
