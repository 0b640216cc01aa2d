/**
 * `npm run pack`: one file for a machine without any registry, with Node and every package. `-- --check` also starts
 * the one
 * for this machine from nothing; `-- linux-x64` makes that one alone.
 */
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { version } from '../../server/src/version.ts'
import { runStage } from '../stages.ts'
import { root } from '../sites.ts'
import { archive } from './archive.ts'
import { checkForm, checkRuns } from './check.ts'
import { stage } from './stage.ts'
import { ownTarget, targets } from './targets.ts'

const asked = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const wanted = targets.filter(({ name }) => asked.length === 0 || asked.includes(name))
const out = join(root, 'dist')

if (wanted.length === 0) {
  console.error(`✗ ${asked.join(' ')}：${targets.map(({ name }) => name).join(' ')}`)
  process.exit(2)
}
if (!(await runStage({ name: '网页 / pages', command: ['node', 'tools/build.ts'] }))) process.exit(1)
mkdirSync(out, { recursive: true })
for (const target of wanted) {
  const began = performance.now()
  const folder = join(out, `tongchuang-${version}-${target.name}`)
  rmSync(folder, { recursive: true, force: true })
  stage(folder, target)
  const { path, size } = await archive(folder, out, target)
  rmSync(folder, { recursive: true, force: true })
  const seconds = ((performance.now() - began) / 1000).toFixed(0)
  console.log(`✓ ${path}  ${(size / 2 ** 20).toFixed(0)} MB  ${seconds} s`)
  if (!process.argv.includes('--check')) continue
  await checkForm(path, target)
  if (target === ownTarget) await checkRuns(path)
}
