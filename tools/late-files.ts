import type { Plugin } from 'vite'

/**
 * A browser that could not fetch a file of the site never asks for it again until the page is loaded anew: what it answers
 * once to an `import()` stands. So without a network nothing is asked for, unless it came before or the worker has it, and
 * what was missing comes once there is one. What a build puts before each `import()` is the one place they all go by.
 */
const guard = `const come = new Set();
const mayAsk = () => navigator.onLine !== false || Boolean(navigator.serviceWorker?.controller);
export const __vitePreload = async (load, files = [], importer) => {
  const full = (file) => new URL(file, importer).href;
  const file = full(/import\\(\\s*[\`'"]([^\`'"]+)/.exec(load)[1]);
  if (!come.has(file) && !mayAsk()) throw new TypeError('Failed to fetch dynamically imported module: no network');
  const module = await preload(load, files, importer);
  for (const one of [file, ...files.map(full)]) come.add(one);
  return module;
};`

const offered = 'export const __vitePreload = '

/** What a build puts before each `import()`, with the guard around it. */
export const withGuard = (code: string): string => {
  if (code.split(offered).length !== 2) throw new Error('what a build puts before import() is not what it was')
  return `${code.replace(offered, 'const preload = ')}\n${guard}`
}

export const lateFiles: Plugin = {
  name: 'late-files',
  apply: 'build',
  transform: { filter: { id: /vite\/preload-helper/ }, handler: (code) => withGuard(code) },
}
