import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import type { Plugin } from 'vite'
import { callsAsSent } from '../tools/calls-as-sent.ts'
import { classNames } from '../tools/class-names.ts'
import { compiledAtOnce } from '../tools/compiled-at-once.ts'
import { iconParts } from '../tools/icon-parts.ts'
import { groupOf } from '../tools/page-groups.ts'
import { oldestBrowsers } from '../tools/oldest-browsers.ts'
import { pdfParts } from '../tools/pdf-parts.ts'
import { lateFiles } from '../tools/late-files.ts'
import { routerParts } from '../tools/router-parts.ts'

/**
 * References `start.ts` before everything else in the document: on its own, it runs long before the code that needs
 * React. It blocks rendering, since a button pressed earlier would not be recorded.
 */
const startFirst: Plugin = {
  name: 'start-first',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { bundle }) => {
      const start = Object.values(bundle ?? {}).find((file) => file.type === 'chunk' && file.name === 'start')
      return start
        ? [
            {
              tag: 'script',
              attrs: { type: 'module', blocking: 'render', crossorigin: true, src: `./${start.fileName}` },
              injectTo: 'head-prepend',
            },
          ]
        : []
    },
  },
}

export default defineConfig({
  // Relative: a school may put the product under a path of its own, known only when the server starts.
  base: './',
  plugins: [react(), callsAsSent, lateFiles, routerParts, iconParts, startFirst, pdfParts],
  css: { modules: classNames },
  build: {
    manifest: true,
    modulePreload: { polyfill: false },
    target: oldestBrowsers,
    assetsInlineLimit: 0, // the content policy allows images from the origin only
    reportCompressedSize: false, // tools/sizes.ts measures what is really sent
    rolldownOptions: {
      input: {
        index: fileURLToPath(new URL('index.html', import.meta.url)),
        start: fileURLToPath(new URL('src/start.ts', import.meta.url)),
      },
      // The site contains the calls without their shapes (calls-as-sent), so the code that builds shapes is unused
      // here.
      treeshake: { moduleSideEffects: [{ test: /node_modules\/typebox\//, sideEffects: false }] },
      output: {
        // Every page names the files of all others: a letter less of each counts before the log-in.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        postBanner: compiledAtOnce,
        // What every page needs changes rarely: one file, kept by browsers across releases.
        codeSplitting: {
          groups: [
            {
              name: 'base',
              test: /node_modules\/(react|react-dom|scheduler|react-router)\/|rolldown\/runtime|router-parts\//,
            },
            // Not loaded before the log-in; listed after `base`, or it would include React.
            { name: 'query', test: /node_modules\/@tanstack\// },
            { name: groupOf, debugName: 'by pages' },
            { name: 'icons', test: /lucide-react/, minShareCount: 2 },
          ],
        },
      },
    },
  },
})
