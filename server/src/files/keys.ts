import { randomBytes } from 'node:crypto'

/** A new key of the file store. The first letters are a folder, so that no folder grows without end. */
export const newFileKey = (): string => {
  const name = randomBytes(16).toString('hex')
  return `${name.slice(0, 2)}/${name}`
}
