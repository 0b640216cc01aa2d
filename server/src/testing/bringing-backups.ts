import type { Envelope } from '@tongchuang/contract/sender.ts'
import { restoreAdmin } from '@tongchuang/contract/restore.admin.ts'
import { setupAdmin } from '@tongchuang/contract/setup.admin.ts'
import { expect } from 'vitest'
import { refusal } from './refusal.ts'
import type { School } from './test-app.ts'

/** Names of two uploads, as a page chooses them. */
export const upload = '00000000-0000-4000-8000-000000000001'
export const another = '00000000-0000-4000-8000-000000000002'
/** The filled-in form of a new school. */
export const filled = {
  site_name: '春晖中学',
  username: 'headmaster',
  password: 'a tall old ginkgo',
  rankings: 'mine' as const,
  school_kind: 'adults' as const,
}
/** The message of a refusal. */
export const messageOf = async (call: Promise<unknown>) => (await refusal(call)).message

type Fixture = { school: School; key: string }

/** Helpers for a person who opens the set-up link of a new school and uploads a backup. */
export const bringing = (at: () => Fixture) => {
  const part = async (
    bytes: Buffer,
    offset: number,
    size: number,
    { id = upload, by = at().key } = {},
  ): Promise<Envelope> => {
    const url = `/api/admin/setup/archive/${id}?offset=${offset}&size=${size}`
    const answer = await at().school.app.http.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/octet-stream', 'setup-key': by },
      payload: bytes,
    })
    return answer.json<Envelope>()
  }
  /** Brings a backup in two parts, as the page does. */
  const bring = async (bytes: Buffer, id = upload) => {
    const half = Math.floor(bytes.length / 2)
    await part(bytes.subarray(0, half), 0, bytes.length, { id })
    expect(await part(bytes.subarray(half), half, bytes.length, { id })).toMatchObject({
      code: 1,
      data: { received: bytes.length },
    })
  }
  /** What has become of a restore; while it is under way the page asks again. */
  const restored = async (id = upload) => {
    await at().school.send(restoreAdmin.begin, { key: at().key, upload: id })
    const look = () => at().school.send(restoreAdmin.look, { upload: id })
    let course = await look()
    while (course.state === 'running') course = await look()
    return course
  }
  const isUsable = async () => {
    expect(await at().school.app.files.list()[Symbol.asyncIterator]().next()).toMatchObject({ done: true })
    expect((await at().school.app.db.selectFrom('users').select('id').execute()).length).toBe(0)
    expect((await at().school.send(setupAdmin.create, { ...filled, key: at().key })).userinfo.username).toBe(
      'headmaster',
    )
  }
  return { part, bring, restored, isUsable }
}
