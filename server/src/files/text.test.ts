import { afterAll, beforeAll, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { noticeableMs, stallOf } from '../testing/stall.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { aFile } from './factory.ts'
import { fileRoutes } from './routes.ts'
import { textOf } from './text.ts'

let school: School
let author: { id: number }

beforeAll(async () => {
  // Threads of its own, which the last test closes.
  school = await testApp({ features: [fileRoutes], threads: {} })
  author = await aUser(school.app.db)
})
afterAll(() => school.close())

const upload = (name: string, text: string) =>
  aFile(
    school.app.db,
    { owner_id: author.id, name, mime: 'text/plain', kind: 'text' },
    { files: school.app.files, bytes: Buffer.from(text) },
  )

// Each keeps a syntax highlighting pattern busy for seconds before it gives up.
const slow: [name: string, text: string][] = [
  ['dollars.java', '$'.repeat(24_000)],
  ['dollars-in-lines.java', `${'$'.repeat(1_900)}\n`.repeat(12)],
  ['links.md', '[a]('.repeat(3_000)],
  ['links-in-lines.md', `${'[a]('.repeat(450)}\n`.repeat(7)],
  ['underscores.md', `${'_'.repeat(1_900)}\n`.repeat(12)],
  ['tags.ts', `${'<a '.repeat(600)}\n`.repeat(10)],
  ['tags.js', `${'<a b=(('.repeat(250)}\n`.repeat(10)],
  ['brackets.js', `${'('.repeat(1_900)}\n`.repeat(12)],
  ['names.c', `${'a '.repeat(900)}\n`.repeat(20)],
  ['names.cpp', `${'a::'.repeat(600)}\n`.repeat(20)],
  ['templates.cpp', `${'a<'.repeat(900)}\n`.repeat(20)],
  ['entities.html', `${'<a &'.repeat(450)}\n`.repeat(10)],
]

test.each(slow)('whoever opens %s reads it, coloured or not, and nobody else waits for it', async (name, text) => {
  const row = await upload(name, text)
  const { result, stallMs } = await stallOf(() => textOf(school.app, row))
  expect(stallMs).toBeLessThan(noticeableMs)
  expect(result?.lines).toBe(text.split('\n').length - (text.endsWith('\n') ? 1 : 0))
  const shown = result!.html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
  expect(shown).toBe(text.replace(/\n$/, ''))
})

test('a program that ends in the middle of a slow one is coloured as before', async () => {
  const program = 'public class A {\n  // 你好\n  String a = "b";\n}\n'
  const before = await textOf(school.app, await upload('a.java', program))
  await Promise.all(
    ['a', 'b', 'c'].map(async (name) => textOf(school.app, await upload(`${name}.java`, `// ${name}\n${slow[1]![1]}`))),
  )
  const after = await textOf(school.app, await upload('b.java', `${program}\n// ende\n`))
  expect(before!.html).toContain('hljs-comment')
  expect(after!.html).toContain(before!.html.replace('<pre><code>', '').replace('</code></pre>', ''))
})

test('a text that was opened once is not read by a thread again', async () => {
  const row = await upload('twice.py', 'print("你好")  # 同学')
  const first = await textOf(school.app, row)
  await school.app.workers.close()
  expect(await textOf(school.app, row)).toEqual(first)
})
