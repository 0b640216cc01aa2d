import { createServer, type Server } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { settingsFor } from '../testing/stub-store.ts'
import { openBucket } from './bucket.ts'
import { whyRefused } from './store-away.ts'

const minute = 60_000
let store: Server
afterEach(() => {
  store.closeAllConnections()
  store.close()
})

/** Why a store refuses us whose clock is ahead of ours by so much; asked for a head, it says no reason, as every S3. */
const refusedBy = async (ahead: number) => {
  store = createServer((_, response) => {
    response.sendDate = false
    response.writeHead(403, { date: new Date(Date.now() + ahead).toUTCString() }).end()
  })
  await new Promise<void>((resolve) => store.listen(0, '127.0.0.1', () => resolve()))
  const bucket = openBucket(settingsFor(store))
  try {
    return await bucket.check().then(
      () => null,
      (error: unknown) => whyRefused(error),
    )
  } finally {
    bucket.client.destroy()
  }
}

test('an operator whose machine is twenty minutes behind its store is told of the clock, not to look for another key', async () => {
  for (const ahead of [20 * minute, -20 * minute])
    expect(await refusedBy(ahead)).toEqual({
      zh: expect.stringMatching(/时钟.*差20分钟/),
      en: expect.stringMatching(/clock.*20 minutes/),
    })
})

test('an operator whose clock is right is told to look at the key', async () => {
  expect(await refusedBy(0)).toMatchObject({ zh: expect.stringContaining('S3_SECRET_ACCESS_KEY') })
})
