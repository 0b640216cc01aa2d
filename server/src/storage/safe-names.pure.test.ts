import { describe, expect, test } from 'vitest'
import { safeFileName, safeName, uniqueNames } from './safe-names.ts'

describe('the name of a file in an archive', () => {
  test.each([
    ['../../etc/passwd', '_.._etc_passwd'],
    ['a:b*c?.txt', 'a_b_c_.txt'],
    ['CON', '_CON'],
    ['  . ', '_'],
    ['照片\u202egpj.exe', '照片_gpj.exe'],
    ['-rf', '_-rf'],
    ['＝1+1', '_＝1+1'],
    ['@SUM(A1)', '_@SUM(A1)'],
  ])('%j is %j', (name, safe) => {
    expect(safeName(name)).toBe(safe)
  })

  test('is cut to 60 characters before its extension, which stays', () => {
    expect(safeFileName(`${'长'.repeat(100)}.docx`)).toBe(`${'长'.repeat(60)}.docx`)
  })

  test('is unique whatever its case: a second one gets a number', () => {
    const once = uniqueNames()
    expect(['a.txt', 'A.txt', 'a.txt', 'b'].map(once)).toEqual(['a.txt', 'A (2).txt', 'a (3).txt', 'b'])
  })
})
