import { afterEach, expect, test, vi } from 'vitest'
import { withGuard } from './late-files.ts'

type Preload = (load: () => Promise<unknown>, files: string[] | undefined, importer: string) => Promise<unknown>

const importer = 'https://school.test/assets/frame-1.js'

/** The preload guard and the list of its network requests. */
const guarded = async (): Promise<{ preload: Preload; asked: string[] }> => {
  const asked: string[] = []
  vi.stubGlobal('askedOfNetwork', asked)
  const code = withGuard(
    `export const __vitePreload = async (load, files) => { askedOfNetwork.push(...files); return load() }`,
  )
  const module = (await import(
    /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(`${code} // ${Math.random()}`)}`
  )) as { __vitePreload: Preload }
  return { preload: module.__vitePreload, asked }
}

/** What a build writes for a late part: its text names the file. */
const part = (file: string): (() => Promise<unknown>) =>
  Object.assign(() => Promise.resolve(file), { toString: () => `()=>import(\`./${file}\`).then(e=>e.Part)` })

afterEach(() => vi.unstubAllGlobals())

test('a file that was never loaded is not requested without a network, and is loaded once there is one', async () => {
  const { preload, asked } = await guarded()
  const navigator = { onLine: false }
  vi.stubGlobal('navigator', navigator)
  await expect(preload(part('late-1.js'), ['./late-1.css'], importer)).rejects.toThrow(/dynamically imported module/)
  expect(asked).toEqual([])
  navigator.onLine = true
  expect(await preload(part('late-1.js'), ['./late-1.css'], importer)).toBe('late-1.js')
  expect(asked).toEqual(['./late-1.css'])
})

test('a file that was loaded before is available without a network to every importer, and so are the files loaded with it', async () => {
  const { preload } = await guarded()
  const navigator = { onLine: true }
  vi.stubGlobal('navigator', navigator)
  await preload(part('late-1.js'), ['./shared-1.js'], importer)
  navigator.onLine = false
  expect(await preload(part('late-1.js'), [], 'https://school.test/assets/another-1.js')).toBe('late-1.js')
  expect(await preload(part('shared-1.js'), [], importer)).toBe('shared-1.js')
  await expect(preload(part('other-1.js'), [], importer)).rejects.toThrow()
})

test('the service worker is asked for files where it keeps the release, and a build with another helper fails', async () => {
  const { preload } = await guarded()
  vi.stubGlobal('navigator', { onLine: false, serviceWorker: { controller: {} } })
  expect(await preload(part('late-1.js'), [], importer)).toBe('late-1.js')
  expect(() => withGuard('export const other = 1')).toThrow(/not what it was/)
})

test('a part that the build has put into the file that imports it is there without a network', async () => {
  const { preload } = await guarded()
  vi.stubGlobal('navigator', { onLine: false })
  const inside = Object.assign(async () => 'here', { toString: () => '()=>Promise.resolve().then(()=>a)' })
  expect(await preload(inside, undefined, importer)).toBe('here')
})
