import type { Plugin } from 'vite'

/**
 * A browser that failed to fetch a file for `import()` keeps the failure until the page is reloaded. Without a network,
 * therefore, a file is requested only if it was loaded before or the service worker may have it; what was missing is
 * loaded once there is a network. The helper that a build puts before each `import()` is the one place all imports pass
 * through; what the build has put into the importing file itself has no file.
 */
const guard = `const come = new Set();
const mayAsk = () => navigator.onLine !== false || Boolean(navigator.serviceWorker?.controller);
export const __vitePreload = async (load, files = [], importer) => {
  const full = (file) => new URL(file, importer).href;
  const name = /import\\(\\s*[\`'"]([^\`'"]+)/.exec(load)?.[1];
  if (name === undefined) return preload(load, files, importer);
  const file = full(name);
  if (!come.has(file) && !mayAsk()) throw new TypeError('Failed to fetch dynamically imported module: no network');
  const module = await preload(load, files, importer);
  for (const one of [file, ...files.map(full)]) come.add(one);
  return module;
};`

const offered = 'export const __vitePreload = '

/** Returns the helper that a build puts before each `import()`, wrapped by the guard. */
export const withGuard = (code: string): string => {
  if (code.split(offered).length !== 2) throw new Error('what a build puts before import() is not what it was')
  return `${code.replace(offered, 'const preload = ')}\n${guard}`
}

export const lateFiles: Plugin = {
  name: 'late-files',
  apply: 'build',
  transform: { filter: { id: /vite\/preload-helper/ }, handler: (code) => withGuard(code) },
}
