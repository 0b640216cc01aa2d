import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { fail } from '@tongchuang/contract/errors.ts'
import { passwordCost } from './password-cost.ts'

const { memory, passes } = passwordCost
const tagLength = 32

const derive = promisify(argon2)

// Hashing has threads of its own, but each hash takes a core and 19 MiB. A request that finds the queue full is told to
// come back later.
const atOnce = 4
const inQueue = 256
let running = 0
const queue: (() => void)[] = []

const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
  if (running >= atOnce) {
    if (queue.length >= inQueue) throw fail('BUSY')
    await new Promise<void>((resolve) => queue.push(resolve))
  } else running += 1
  try {
    return await work()
  } finally {
    // The place goes to the next in the queue without becoming free in between.
    const next = queue.shift()
    if (next) next()
    else running -= 1
  }
}

/** The most bytes a password may have; a longer one is refused, never cut off. */
export const maxPasswordBytes = 1_024

/**
 * The bytes of a password, normalized so that wide or composed forms typed on another keyboard are the same password.
 */
export const bytesOf = (password: string): Buffer => Buffer.from(password.normalize('NFKC'))

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '')

/** The hash of a password, as stored: argon2id in PHC form. */
export const hashPassword = async (password: string): Promise<string> => {
  const nonce = randomBytes(16)
  const tag = await inTurn(() =>
    derive('argon2id', { message: bytesOf(password), nonce, parallelism: 1, tagLength, memory, passes }),
  )
  return `$argon2id$v=19$m=${memory},t=${passes},p=1$${unpadded(nonce)}$${unpadded(tag)}`
}

const form = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/

// Nobody's password: checked where there is no account, so that an unknown name takes as long as a known one.
const nobodys = `$argon2id$v=19$m=${memory},t=${passes},p=1$${unpadded(randomBytes(16))}$${unpadded(randomBytes(tagLength))}`

/** Whether a password matches a stored hash. Without a hash it takes the same time and returns false. */
export const isPassword = async (password: string, stored: string | undefined): Promise<boolean> => {
  const known = form.exec(stored ?? '')
  const [, m, t, p, salt, hash] = known ?? form.exec(nobodys)!
  const message = bytesOf(password)
  if (message.length > maxPasswordBytes) return false
  const expected = Buffer.from(hash!, 'base64')
  const tag = await inTurn(() =>
    derive('argon2id', {
      message,
      nonce: Buffer.from(salt!, 'base64'),
      parallelism: Number(p),
      tagLength: expected.length,
      memory: Number(m),
      passes: Number(t),
    }),
  )
  return timingSafeEqual(tag, expected) && known !== null
}
