import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { runTyped } from './commands.ts'

const root = join(import.meta.dirname, '../../..')
/** The lines of the handbook that stand in a block marked as runnable. */
const runnable = [
  ...readFileSync(join(root, 'docs/operate.md'), 'utf8').matchAll(/^```sh run\n([\s\S]*?)^```$/gm),
].flatMap(([, block = '']) => block.trim().split('\n'))

let machine: string
const here = process.cwd()
beforeAll(async () => {
  machine = await mkdtemp(join(tmpdir(), 'tongchuang-handbook-'))
  process.chdir(machine)
})
afterAll(async () => {
  process.chdir(here)
  await rm(machine, { recursive: true, force: true })
})

/**
 * Runs one command line as an operator types it, but in this process: a separate process would cost a second each.
 * Returns the output.
 */
const type = async (line: string): Promise<string> => {
  const [, settings = '', command = ''] = /^((?:[A-Z_]+=\S+ )*)npm run cli -- (.+)$/.exec(line) ?? []
  if (!command) throw new Error(`not a command of the product: ${line}`)
  let said = ''
  for (const way of ['log', 'error'] as const)
    vi.spyOn(console, way).mockImplementation((text: string) => void (said += `${text}\n`))
  for (const name of ['BASE_URL', 'DATABASE_URL', 'DATA_DIR', 'SECRET', 'SMTP_URL']) vi.stubEnv(name, '')
  for (const [, name = '', value = ''] of settings.matchAll(/([A-Z_]+)=(\S+)/g)) vi.stubEnv(name, value)
  const code = await runTyped(command.split(' ')).finally(() => {
    vi.restoreAllMocks()
    vi.unstubAllEnvs()
  })
  // The pages are built when the product is started: before a build that one finding is correct.
  const isUnbuilt =
    command === 'doctor' && !existsSync(join(root, 'web/dist/index.html')) && said.match(/^✗/gm)?.length === 1
  expect(code === 0 || isUnbuilt, `${line}\n${said}`).toBe(true)
  return said
}

test('an operator who types every command of the handbook in its order has a school, its copy and the copy restored', async () => {
  const typed = runnable
  const said = new Map<string, string>()
  for (const line of typed) said.set(line, await type(line))
  const heard = (part: string): string => [...said].find(([line]) => line.includes(part))?.[1] ?? ''
  expect(heard('admin create')).toMatch(/office/)
  expect(heard('backup check')).toMatch(/备份完整/)
  expect(heard('data-new npm run cli -- admin list')).toMatch(/office/)
  expect(heard('doctor')).toMatch(/✓ 数据库/)
}, 60_000)
