import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { callsAsSent } from '../tools/calls-as-sent.ts'
import { classNames } from '../tools/class-names.ts'
import { compiledAtOnce } from '../tools/compiled-at-once.ts'
import { groupOf } from '../tools/page-groups.ts'
import { lateFiles } from '../tools/late-files.ts'
import { routerParts } from '../tools/router-parts.ts'
import { oldestBrowsers } from '../tools/oldest-browsers.ts'

export default defineConfig({
  // Relative: the product may stand under a path of its own, and this site below it.
  base: './',
  plugins: [react(), callsAsSent, lateFiles, routerParts],
  css: { modules: classNames },
  build: {
    manifest: true,
    modulePreload: { polyfill: false },
    target: oldestBrowsers,
    assetsInlineLimit: 0, // the content policy allows images from the origin only
    reportCompressedSize: false, // tools/check-sizes.ts measures what is really sent
    rolldownOptions: {
      output: {
        postBanner: compiledAtOnce,
        codeSplitting: {
          groups: [
            {
              name: 'base',
              test: /node_modules\/(react|react-dom|scheduler|react-router)\/|rolldown\/runtime|router-parts\//,
            },
            { name: 'query', test: /node_modules\/@tanstack\/(react-)?query/ },
            { name: groupOf, debugName: 'by pages' },
            { name: 'icons', test: /lucide-react/, minShareCount: 2 },
          ],
        },
      },
    },
  },
})
