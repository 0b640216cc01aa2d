import { randomBytes } from 'node:crypto'
import { CreateBucketCommand } from '@aws-sdk/client-s3'
import { readSettings, type Config } from '../config.ts'
import { openBucket, type Bucket } from '../storage/bucket.ts'

const given = JSON.parse(process.env.TEST_OBJECTS ?? '{"missing":"no object store was started"}') as Record<
  string,
  string
>

/** Why no object store is available to the tests on this machine; null where one is. */
export const missingObjects: string | null = given.missing ?? null

/** The bucket that some variables configure, to be read beside the product. */
export const openObjects = (variables: Record<string, string>): Bucket => {
  const { objects } = readSettings(variables)
  if (!objects) throw new Error('no object store')
  return openBucket(objects)
}

/** The variables of an installation with a bucket of its own. */
export const objectVariables = async (): Promise<Record<string, string>> => {
  const variables = { ...given, S3_BUCKET: `school-${randomBytes(6).toString('hex')}` }
  const { client } = openObjects(variables)
  await client.send(new CreateBucketCommand({ Bucket: variables.S3_BUCKET }))
  client.destroy()
  return variables
}

/** The settings of an installation with a bucket of its own. */
export const freshObjects = async (more: Record<string, string> = {}): Promise<NonNullable<Config['objects']>> => {
  const { objects } = readSettings({ ...(await objectVariables()), ...more })
  if (!objects) throw new Error('no object store')
  return objects
}
