import { startObjects } from './start.ts'

/**
 * Global set-up of the `objects` project: its workers find the settings of the store in TEST_OBJECTS, or the reason
 * there is none.
 */
export default async () => {
  const objects = await startObjects()
  process.env.TEST_OBJECTS = JSON.stringify('missing' in objects ? { missing: objects.missing } : objects.settings)
  if ('missing' in objects) {
    console.log(`○ ${objects.missing}`)
    return undefined
  }
  return async () => {
    delete process.env.TEST_OBJECTS
    await objects.stop()
  }
}
