import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpSync, mkdirSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseAst } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asSent } from './calls-as-sent.ts'
import { root } from './sites.ts'

type Described = { method: string; path: string }

const from = join(root, 'contract/src')
const names = globSync('*.ts', { cwd: from }).filter((name) => !name.endsWith('.test.ts'))
const leftOut = (name: string): string => {
  const code = stripTypeScriptTypes(readFileSync(join(from, name), 'utf8'))
  return asSent(code, parseAst(code))
}
const isCall = (value: unknown): value is Described =>
  typeof value === 'object' && value !== null && 'path' in value && typeof value.path === 'string'

/** Every call of a module, by the name it is exported under. */
const callsOf = async (path: string): Promise<Record<string, Described>> => {
  const module = (await import(/* @vite-ignore */ pathToFileURL(path).href)) as Record<string, object>
  return Object.fromEntries(
    Object.entries(module).flatMap(([name, group]) =>
      Object.entries(group ?? {}).flatMap(([key, value]) =>
        isCall(value) ? [[`${name}.${key}`, { method: value.method, path: value.path }]] : [],
      ),
    ),
  )
}

let folder = ''
beforeAll(() => {
  // Inside the repository, so that the modules resolve their imports.
  mkdirSync(join(root, 'node_modules/.cache'), { recursive: true })
  folder = mkdtempSync(join(root, 'node_modules/.cache/calls-'))
  cpSync(join(from, 'rules'), join(folder, 'rules'), { recursive: true })
  for (const name of names) writeFileSync(join(folder, name), leftOut(name))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a browser reaches every call of the contract under the method and the path it has', async () => {
  let count = 0
  for (const name of names) {
    const calls = await callsOf(join(from, name))
    expect(await callsOf(join(folder, name)), name).toEqual(calls)
    count += Object.keys(calls).length
  }
  expect(count).toBeGreaterThan(100)
})

test('a browser gets neither the summaries nor the schemas of calls, but functions and lists of words', () => {
  const code = `import { call } from './call.ts'
import { fields, id } from './schema.ts'
export const words = ['one', 'two']
export const Row = fields({ id: id(), ...Other.properties })
export const rows = { list: call({ method: 'GET', path: '/api/rows', summary: 'The rows.', input: fields({ id: id() }), output: Row, refusals: [] }) }
export const shapeOf = () => fields({ id: id() })`
  expect(asSent(code, parseAst(code))).toBe(`import { call } from './call.ts'
import { fields, id } from './schema.ts'
export const words = ['one', 'two']
export const Row = { properties: {} }
export const rows = { list: { method: 'GET', path: '/api/rows' } }
export const shapeOf = () => fields({ id: id() })`)
})

const ofContract = new RegExp(`import \\{([^}]*)\\} from '${['@tongchuang', 'contract'].join('/')}/`, 'g')

/** Where a module of a site reads of a call what a browser does not get. */
const missedIn = (code: string): string[] => {
  const groups = [...code.matchAll(ofContract)].flatMap(([, names = '']) =>
    names.split(',').flatMap((name) => name.trim().match(/^\w+$/) ?? []),
  )
  if (groups.length === 0) return []
  const reads = new RegExp(`\\b(?:${groups.join('|')})\\.\\w+\\.(?:access|summary|input|output|refusals)\\b`, 'g')
  return [...code.replaceAll(/typeof [\w.]+/g, '').matchAll(reads)].map(([read]) => read)
}

test('no page reads a part of a call that browsers do not get', () => {
  const modules = globSync('{web,admin,ui}/src/**/*.{ts,tsx}', { cwd: root }).filter(
    (path) => !path.includes('.test.') && !path.includes('/testing/'),
  )
  const missed = modules.flatMap((path) =>
    missedIn(readFileSync(join(root, path), 'utf8')).map((read) => `${path}: ${read}`),
  )
  expect(modules.length).toBeGreaterThan(500)
  expect(missed).toEqual([])
  const planted = "import { rows, words } from '@tongchuang/contract/rows.ts'\nconst known = rows.list.refusals"
  expect(missedIn(planted)).toEqual(['rows.list.refusals'])
})
