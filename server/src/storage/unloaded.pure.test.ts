import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const watch = `
import { registerHooks } from 'node:module'
const loaded = []
registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) })
await import('${join(import.meta.dirname, '../start.ts')}')
await import('${join(import.meta.dirname, '../cli/commands.ts')}')
console.log(JSON.stringify(loaded))
process.exit()
`
const loaded = JSON.parse(
  execFileSync(process.execPath, ['--input-type=module', '--eval', watch], { encoding: 'utf8' }),
) as string[]

test('a school without an object store loads nothing of it', () => {
  expect(loaded.length).toBeGreaterThan(200)
  expect(loaded.filter((url) => /aws-sdk|s3-store|smithy|storage.bucket/.test(url))).toEqual([])
})

test('a start reads neither the sample school nor what makes pages of texts, which threads do', () => {
  expect(
    loaded.filter((url) => /demo\/(load|works|write-work|gallery)\.ts|markdown-it|katex|highlight\.js/.test(url)),
  ).toEqual([])
})
