import { fail } from '@tongchuang/contract/errors.ts'

// Hostile work for worker threads; for the tests of the threads themselves.

export const twice = (input: { number: number }): number => input.number * 2

export const forever = (): never => {
  for (;;) Math.sqrt(2)
}

export const refuse = (input: { names: string[] }): never => {
  throw fail('MISSING', { parts: input.names })
}

export const fault = (): never => {
  throw new TypeError('nobody foresaw this')
}

export const fillObjects = (): never => {
  const all: unknown[] = []
  for (;;) all.push({ one: [all.length] })
}

export const fillBuffers = (): never => {
  const all: Uint8Array[] = []
  for (;;) {
    all.push(new Uint8Array(2 ** 20).fill(1))
    const until = performance.now() + 2
    while (performance.now() < until);
  }
}

export const nest = (input: { depth: number }): number => (input.depth === Infinity ? nest(input) + 1 : 0)

export const after = (input: { ms: number; name: string }): Promise<string> =>
  new Promise((resolve) => setTimeout(() => resolve(input.name), input.ms))

export const bytesOf = (input: Uint8Array): number => input.byteLength

/** Allocates the given amount of memory for a moment, then finishes. */
export const grow = ({ megabytes }: { megabytes: number }): number =>
  Array.from({ length: megabytes * 2 ** 17 }, (_, index) => index + 0.5).length
