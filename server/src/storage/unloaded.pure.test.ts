import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const watch = `
import { registerHooks } from 'node:module'
const loaded = []
registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) })
await import('${join(import.meta.dirname, '../start.ts')}')
await import('${join(import.meta.dirname, '../cli/commands.ts')}')
console.log(loaded.length, loaded.filter((url) => /aws-sdk|s3-store|smithy|storage.bucket/.test(url)).join(' '))
process.exit()
`

test('a school without an object store loads nothing of it', () => {
  const said = execFileSync(process.execPath, ['--input-type=module', '--eval', watch], { encoding: 'utf8' })
  const [count, ...found] = said.trim().split(' ')
  expect(Number(count)).toBeGreaterThan(200)
  expect(found).toEqual([])
})
