import { expect, test, vi } from 'vitest'

test('a student on Windows 7 has lists that are sorted, turned round and changed as a copy', async () => {
  const names = ['toSorted', 'toReversed', 'toSpliced'] as const
  const own = names.map((name) => Object.getOwnPropertyDescriptor(Array.prototype, name)!)
  try {
    for (const name of names) Reflect.deleteProperty(Array.prototype, name)
    vi.resetModules()
    await import('./older-lists.ts')
    const list = [3, 1, 2]
    const made = [list.toSorted((a, b) => b - a), list.toReversed(), list.toSpliced(1, 1, 7, 8)]
    expect(made).toEqual([[3, 2, 1], [2, 1, 3], [3, 7, 8, 2]]) // prettier-ignore
    expect(list).toEqual([3, 1, 2])
    expect(Object.keys(Array.prototype)).toEqual([])
  } finally {
    for (const [at, name] of names.entries()) Object.defineProperty(Array.prototype, name, own[at]!)
  }
})
