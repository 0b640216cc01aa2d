import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Calls } from '@tongchuang/contract/call.ts'
import { placesOf } from './hostile-typing.ts'
import type { School } from './start-school.ts'

/** Calls whose words nobody else ever reads, and why. */
const unread: Readonly<Record<string, string>> = {
  'POST /api/admin/grade/export': 'narrows a list',
  'POST /api/admin/class/rename': 'renames classes that are there; a class is the one of person/correct',
  'POST /api/admin/guild/join_class': 'names a class that is there',
  'POST /api/admin/person/export': 'narrows a list',
  'POST /api/admin/grade/import_read': 'a table on its way, read by its importer alone',
  'POST /api/admin/grade/import_mend': 'a table on its way, read by its importer alone',
  'POST /api/admin/task/read_questions':
    'a text on its way, read by its writer alone: the questions are those of a task',
  'POST /api/admin/task/remark': 'its reason is read where that of another correction is',
  'POST /api/student/preview_work': 'answers the writer alone, as the work does that is made of it',
  'POST /api/student/previewDiscussion': 'answers the writer alone, as the post does that is written from it',
  'POST /api/user/userRegister': 'its nickname is the one of update_user_info',
  'POST /api/user/register': 'takes addresses and secrets, and its nickname is the one of update_user_info',
  'POST /api/user/send_verification_code': 'takes an address',
  'POST /api/user/reset_password': 'takes an address and secrets',
  'POST /api/user/change_contact': 'takes an address and secrets',
  'POST /api/admin/login': 'takes secrets',
  'POST /api/admin/me/change_contact': 'takes an address and secrets',
  'POST /api/admin/me/send_code': 'takes an address',
  'POST /api/admin/provider/save':
    'takes addresses and what a provider calls things; its name is read where one is set up',
  'POST /api/admin/robot/test': 'takes an address and a secret, and its words go into one request',
  'POST /api/user/provider_begin': 'takes an address',
  'POST /api/user/provider_adopt': 'takes a number and secrets',
  'POST /api/admin/roster/repair': 'a cell of a list, whose cells are those of roster/read',
  'POST /api/admin/roster/settle_guild': 'names a guild that is made: the name is that of guild/create',
  'POST /api/admin/system/removal_continue':
    'answers a removal that stopped by itself; its reason is read in the record of calls alone',
  'POST /api/admin/setup/create': 'a school is set up once; its name is the one of settings/change',
}

const typedElsewhere: ReadonlySet<string> = new Set([
  // The options of a question are typed where the question is written; an answer only chooses among them.
  'POST /api/student/tasks_submit answers{}[]',
  // What was last seen is only compared with what is stored, and never stored itself.
  'POST /api/admin/guild/save_staff seen.title',
  'POST /api/admin/work/pick seen.reason',
])

/** Every place of the contract where somebody writes words that others read. */
export const writtenPlaces = async (): Promise<string[]> => {
  const folder = join(import.meta.dirname, '../contract/src')
  const places: string[] = []
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.includes('.test.'))) {
    const groups = (await import(pathToFileURL(join(folder, file)).href)) as Record<string, Calls>
    const calls = Object.values(groups).flatMap((group) =>
      group && typeof group === 'object' ? Object.values(group) : [],
    )
    for (const call of calls)
      if (call?.method && call.method !== 'GET' && !(`${call.method} ${call.path}` in unread))
        places.push(...placesOf(call))
  }
  return [...places.filter((place) => !typedElsewhere.has(place)), fileName]
}

/** Files come by a protocol of their own, beside the contract. */
export const fileName = 'POST /api/files filename'
export const sendFile = async (school: School, username: string, words: string): Promise<number> => {
  const headers = { token: await school.studentToken(username), 'tus-resumable': '1.0.0' }
  const metadata = Object.entries({ filename: `${words.replaceAll(/\s+/g, ' ')}.txt`, purpose: 'submission' })
  const begun = await fetch(`${school.url}/api/files`, {
    method: 'POST',
    headers: {
      ...headers,
      'upload-length': '2',
      'upload-metadata': metadata.map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`).join(),
    },
  })
  const address = begun.headers.get('location') ?? ''
  await fetch(school.url + address, {
    method: 'PATCH',
    headers: { ...headers, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    body: 'ok',
  })
  return Number(address.split('/').at(-1))
}
