import { fromBuffer, type Entry } from 'yauzl'
import { aSession, aUser } from '../accounts/factory.ts'
import { aFile } from '../files/factory.ts'
import { aGuild, aMember } from '../guilds/factory.ts'
import { aSubmission } from '../submissions/factory.ts'
import { anEnrolment, aTask } from '../tasks/factory.ts'
import type { School } from './test-app.ts'

/** The texts in a ZIP by name. */
export const unzip = (bytes: Buffer): Promise<Map<string, string>> =>
  new Promise((resolve, reject) => {
    const texts = new Map<string, string>()
    fromBuffer(bytes, { lazyEntries: true }, (error, zip) => {
      if (error) return reject(error)
      zip.on('error', reject)
      zip.on('end', () => resolve(texts))
      zip.on('entry', (entry: Entry) => {
        zip.openReadStream(entry, (problem, stream) => {
          if (problem) return reject(problem)
          const chunks: Buffer[] = []
          stream.on('data', (chunk: Buffer) => chunks.push(chunk))
          stream.on('end', () => {
            texts.set(entry.fileName, Buffer.concat(chunks).toString())
            zip.readEntry()
          })
        })
      })
      zip.readEntry()
    })
  })

type Fixture = { school: School; student: { id: number } }

/** Helpers for a student’s year in a guild and the copy of their data they download. */
export const ownCopies = (at: () => Fixture) => {
  /** A student with a released and a held result, and a mate whose work must not appear in the copy. */
  const aYear = async () => {
    const { db, files } = at().school.app
    const now = at().school.clock.now()
    const guild = await aGuild(db)
    const mate = await aUser(db)
    const teacher = await aUser(db, { roles: ['teacher'] })
    for (const { id } of [at().student, mate]) await aMember(db, { guild_id: guild.id, user_id: id })
    const file = await aFile(
      db,
      { owner_id: at().student.id, name: '三天/数据.txt' },
      { files, bytes: Buffer.from('排队记录') },
    )
    const [open, held] = [
      await aTask(db, { guild_id: guild.id, title: '食堂排队要等多久？' }),
      await aTask(db, { guild_id: guild.id, title: '保密的', hold: true }),
    ]
    const result = {
      reviewer_id: teacher.id,
      reviewer_role: 'teacher',
      decision: 'pass',
      created_at: now,
      return_due_at: null,
    } as const
    const row = await anEnrolment(db, open, {
      user_id: at().student.id,
      state: 'passed',
      score: 88,
      percent_final: 88,
      released_at: now,
    })
    const work = await aSubmission(db, row, {
      content: '先数人，再记时间。',
      share: 'site',
      status: 'released',
      files: [file],
    })
    const shared = { enrolment_id: row.id, submission_id: work.id, score: 88, percent: 88, percent_final: 88 }
    await db
      .insertInto('results')
      .values({ ...result, ...shared, text: '假设写得好。', status: 'released', released_at: now })
      .execute()
    const secret = await anEnrolment(db, held, { user_id: at().student.id, state: 'submitted' })
    const waiting = await aSubmission(db, secret, { content: '等着的作品' })
    const hidden = {
      enrolment_id: secret.id,
      submission_id: waiting.id,
      score: 97.25,
      percent: 97.25,
      percent_final: 97.25,
    }
    await db
      .insertInto('results')
      .values({ ...result, ...hidden, text: '还没公布的评语', status: 'held', released_at: null })
      .execute()
    await aSession(db, mate, { now })
    await db.updateTable('sessions').set({ device: '同学的平板' }).where('user_id', '=', mate.id).execute()
    const theirs = await anEnrolment(db, open, { user_id: mate.id, state: 'submitted' })
    await aSubmission(db, theirs, { content: '同学的作品' })
    return { work, file, mate, guild }
  }
  const download = async (link: string | null, user: { id: number }) => {
    const token = await aSession(at().school.app.db, user, { now: at().school.clock.now() })
    return at().school.inject({ url: link ?? '/none', headers: { cookie: `token=${token}` } })
  }
  return { aYear, download }
}
