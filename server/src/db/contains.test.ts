import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../testing/test-database.ts'
import { contains } from './contains.ts'

let opened: TestDatabase
beforeAll(async () => {
  opened = await freshDatabase()
})
afterAll(() => opened.close())

const isFound = async (stored: string, typed: string): Promise<boolean> => {
  const { db } = opened
  const text = sql`cast(${stored} as text)`
  const { rows } = await sql<{
    found: number
  }>`select case when ${contains(db, text, typed)} then 1 else 0 end as found`.execute(db)
  return rows[0]?.found === 1
}

test.each([
  ['七（3）班', '七(3)班'],
  ['七(3)班', '七（３）班'],
  ['第①组', '第1组'],
  ['Élodie', 'élodie'],
  ['ÉLODIE', 'lodie'],
  ['Ｗａｎｇ小明', 'wang'],
  ['等等…', '等等…'],
  ['等等...', '等等…'],
  ['30㎏', '30㎏'],
  ['李  明', '李  明'],
  ['李明', ' 李明 '],
  ['🌱 植物', '🌱'],
  ['Straße', 'STRASSE'.slice(0, 4)],
])('%s is found by typing %s', async (stored, typed) => {
  expect(await isFound(stored, typed)).toBe(true)
})

test.each([
  ['七(3)班', '七(4)班'],
  ['七3班', '七(3)班'],
  ['abc', 'a.c'],
  ['abc', 'a*c'],
  ['abc', '[abc]'],
  ['b', '[^a]'],
  ['b', 'a-c'],
])('%s is not found by typing %s', async (stored, typed) => {
  expect(await isFound(stored, typed)).toBe(false)
})

test('every sign of the keyboard is looked for as it is, alone and beside others', async () => {
  const signs = Array.from({ length: 0x7e - 0x20 }, (_, at) => String.fromCodePoint(0x21 + at))
  for (const sign of signs) {
    const other = sign === 'x' ? 'y' : 'x'
    for (const typed of [sign, `甲${sign}乙`, `${sign}${sign}`]) {
      expect(await isFound(`前${typed}后`, typed), typed).toBe(true)
      expect(await isFound(`前${typed.replaceAll(sign, other)}后`, typed), typed).toBe(sign.toLowerCase() === other)
    }
  }
})
