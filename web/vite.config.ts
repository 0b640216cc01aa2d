import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  // Relative: a school may put the product under a path of its own, known only when the server starts.
  base: './',
  plugins: [react()],
  build: {
    manifest: true,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0, // the content policy allows images from the origin only
    reportCompressedSize: false, // tools/sizes.ts measures what is really sent
    rolldownOptions: {
      output: {
        // What every page needs changes rarely: one file, kept by browsers across releases.
        codeSplitting: { groups: [{ name: 'base', test: /node_modules\/(react|react-dom|scheduler|react-router|@tanstack\/(react-query|query-core))\// }] },
      },
    },
  },
})
