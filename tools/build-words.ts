import type { BuildEnvironmentOptions } from 'vite'

/**
 * What the bundler may say of the sites and of their painted pages. Whoever starts a school for the first time reads
 * it: of the sizes of files, which `npm run check` holds to limits of their own, and of the directives `use client` in
 * packages, which name the components of another kind of server, it says nothing.
 */
export const buildWords: BuildEnvironmentOptions = {
  chunkSizeWarningLimit: 10_000, // KB
  rolldownOptions: { checks: { moduleLevelDirective: false } },
}
