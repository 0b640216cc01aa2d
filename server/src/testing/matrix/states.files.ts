import { aFile } from '../../files/factory.ts'
import { newFileKey } from '../../files/keys.ts'
import { finishFile, beginFile } from '../../files/store.ts'
import { fileLink } from '../../storage/file-links.ts'
import { firstBell } from '../test-app.ts'
import type { MatrixSchool } from './school.ts'
import { workWord } from './words.ts'

const encoded = (text: string): string => Buffer.from(text).toString('base64')

/** The headers that begin an upload. */
export const beginning = (name: string, purpose: string) => ({
  'tus-resumable': '1.0.0',
  'upload-length': '5',
  'upload-metadata': `filename ${encoded(name)},purpose ${encoded(purpose)}`,
})

/** Begins an upload of five bytes by the owner; returns its id. */
const anUpload = async ({ school, tokens }: MatrixSchool): Promise<number> => {
  const begun = await school.inject({
    method: 'POST',
    url: '/api/files',
    headers: { ...beginning('作业.txt', 'submission'), token: tokens.owner },
  })
  const id = /\/api\/files\/(\d+)$/.exec(String(begun.headers.location))?.[1]
  if (id === undefined) throw new Error(`no upload has begun: ${begun.body}`)
  return Number(id)
}

const asFile = { kind: 'text', mime: 'text/plain', sha256: '', pictures: 'none' } as const

/** States of files. */
export const fileStates = {
  'an upload has begun': async (matrix: MatrixSchool) => ({ upload: await anUpload(matrix) }),
  'a file has its upload beside it still': async (matrix: MatrixSchool) => {
    const upload = await anUpload(matrix)
    await finishFile(matrix.school.app.db, upload, { ...asFile, now: firstBell })
    return { upload }
  },
  'an upload has lost its bytes': async ({ school, people }: MatrixSchool) => ({
    upload: await beginFile(school.app.db, {
      owner_id: people.owner.id,
      name: '作业.txt',
      size: 5,
      purpose: 'submission',
      upload_id: newFileKey(),
      now: firstBell,
    }),
  }),
  'the owner has links to a file': async ({ school, people, objects }: MatrixSchool) => {
    const { db, config, files } = school.app
    const { id } = await aFile(
      db,
      { owner_id: people.owner.id, name: '作业.txt', created_at: firstBell },
      { files, bytes: Buffer.from(`${workWord}里的字`) },
    )
    // The file is attached to the work shared with the guild: staff get the original, classmates the version made for
    // others.
    await db
      .insertInto('submission_files')
      .values({ submission_id: objects.shown ?? 0, file_id: id, sort_order: 9, name: '作业.txt', size: 5, sha256: '' })
      .execute()
    const linkFor = (user_id: number, now = firstBell) => fileLink(config, id, 'original', user_id, now)
    const link = linkFor(people.owner.id)
    const signature = link.split('=')[1]
    return {
      link,
      text: link.replace('?', '/text?'),
      publicText: fileLink(config, id, 'public', people.mate.id, firstBell).replace('?', '/text?'),
      textOfThumb: fileLink(config, id, 'thumb', people.owner.id, firstBell).replace('?', '/text?'),
      thumb: fileLink(config, id, 'thumb', people.owner.id, firstBell),
      linkOfTeacher: linkFor(people.teacher.id),
      linkOfFormerTeacher: linkFor(people.other.id),
      linkOfStranger: fileLink(config, id, 'public', people.stranger.id, firstBell),
      originalOfMate: linkFor(people.mate.id),
      linkOfYesterday: linkFor(people.owner.id, firstBell - 86_400_000),
      forged: link.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
      signedForAnother: `/api/files/${objects.file}?signature=${signature}`,
      linkToLost: fileLink(config, objects.file ?? 0, 'original', people.owner.id, firstBell),
      textOfLost: fileLink(config, objects.file ?? 0, 'original', people.owner.id, firstBell).replace('?', '/text?'),
    }
  },
}
