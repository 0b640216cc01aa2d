import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { csvLine, wholeDigits, type TableValue } from '@tongchuang/contract/rules/csv.ts'
import { ZipFile } from 'yazl'
import { storedValue } from '../db/stored-json.ts'
import { storedStrings } from '../db/stored-strings.ts'
import type { App } from '../app-services.ts'
import { asLocalTime, onWall } from '../db/time.ts'
import { pictureIdsOf } from '../markdown/pictures.ts'
import { safeFileName, safeName, uniqueNames } from '../storage/safe-names.ts'
import { writtenAnswers, type AnswerWords } from '../submissions/questions/written-answers-rules.ts'
import { questionsOf } from '../tasks/questions/question-rules.ts'
import { filesOfWorks, ownPictures, worksAfter, type ExportedWork } from './store.ts'
import { pageOfWork } from './work-page.ts'

export type Scope = { guild_id: number | null; task_id: number | null }

/** The words of an archive, in the language of the downloading user. */
export type ArchiveWords = {
  language: string
  heads: readonly string[]
  text: string
  lost: string
  yes: string
  answers: AnswerWords
}

const AT_ONCE = 100
// Compressed formats are not compressed again.
const packed = /\.(jpe?g|png|gif|webp|mp[34]|m4a|mov|webm|ogg|zip|rar|7z|docx|xlsx|pptx|pdf)$/i

// Characters of the parts of a name: with the folder it is unpacked into, Windows takes a path of 260.
const most = { guild: 40, task: 30, file: 40 }

const ownerOf = ({ student_no, real_name, nickname, user_id }: ExportedWork): string =>
  [safeName(student_no ?? String(user_id), 30), safeName(real_name || nickname, 30)].join('_')

/** The part of a row of `index.csv` that describes the work, repeated for each of its files. */
const rowOf = (work: ExportedWork, yes: string, zone: string): TableValue[] => {
  const {
    student_no,
    real_name,
    nickname,
    class_name,
    guild_name,
    task_title,
    version,
    submitted_at,
    late,
    receipt_no,
  } = work
  const who = [student_no ?? '', real_name || nickname, class_name, guild_name, task_title]
  return [...who, version, onWall(submitted_at, zone), late ? yes : '', receipt_no]
}

/** Works and their files, in the order of the works. */
const worksWithFiles = async function* (app: App, scope: Scope) {
  for (let after = 0; ;) {
    const works = await worksAfter(app.db, scope, after, AT_ONCE)
    const files = Map.groupBy(
      works.length === 0
        ? []
        : await filesOfWorks(
            app.db,
            works.map(({ id }) => id),
          ),
      ({ submission_id }) => submission_id,
    )
    for (const work of works) yield { work, files: files.get(work.id) ?? [] }
    const last = works.at(-1)
    if (!last || works.length < AT_ONCE) return
    after = last.id
  }
}

/**
 * Submitted works as an archive, streamed as it is read: 学号_姓名_任务_文件名, a page for written text with its pictures beside
 * it, and `index.csv` at the end. One file is open at a time; a reader that stops ends the work.
 */
export const worksZip = (app: App, scope: Scope, words: ArchiveWords, zone: string): Readable => {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  const stop = new AbortController()
  output.once('close', () => stop.abort())
  const nameOnce = uniqueNames()
  const index: string[] = [csvLine(words.heads)]

  const put = async (name: string, source: Readable, at: number): Promise<void> => {
    // Windows shows only the time that is stored without a zone.
    const time = { mtime: asLocalTime(at, zone), forceDosTimestamp: true }
    zip.addReadStream(source, name, { ...time, compress: !packed.test(name) })
    try {
      await finished(source, { signal: stop.signal })
    } catch (error) {
      source.destroy()
      throw error
    }
  }

  const note = (work: ExportedWork, name: string, size: number | null, sha256: string): void => {
    index.push(csvLine([...rowOf(work, words.yes, zone), name, size, sha256].map(wholeDigits)))
  }

  /** Puts the pictures of a text beside its page; returns their names there by file id. */
  const putPictures = async (work: ExportedWork, begin: string): Promise<Map<number, string>> => {
    const names = new Map<number, string>()
    for (const { id, key, name, sha256 } of await ownPictures(app.db, work.user_id, pictureIdsOf(work.content_html))) {
      const stored = await app.files.look(key)
      if (stored === null) continue
      const path = nameOnce(`${begin}${safeFileName(name, most.file)}`)
      await put(path, app.files.read(key), work.submitted_at)
      names.set(id, path.slice(path.lastIndexOf('/') + 1))
      note(work, path, stored.size, sha256)
    }
    return names
  }

  const putWork = async (
    work: ExportedWork,
    files: readonly { name: string; key: string; size: number | bigint; sha256: string }[],
  ): Promise<void> => {
    const folder = scope.task_id === null ? `${safeName(work.guild_name, most.guild)}/` : ''
    const begin = `${folder}${ownerOf(work)}_${safeName(work.task_title, most.task)}_`
    const links = storedStrings(work.links)
    const answers = writtenAnswers(questionsOf(work.questions), storedValue(work.answers), words.answers)
    if (work.content !== '' || links.length > 0 || answers !== '') {
      const page = nameOnce(`${begin}${words.text}.html`)
      const pictures = await putPictures(work, begin)
      const facts = rowOf(work, words.yes, zone).map((value, at) => [words.heads[at] ?? '', value] as const)
      const { content, content_html: html, title } = work
      const shown = { language: words.language, title: title || work.task_title, facts, html, content }
      const text = pageOfWork({ ...shown, links, answers, pictures })
      await put(page, Readable.from([Buffer.from(text)]), work.submitted_at)
      note(work, page, null, '')
    }
    for (const file of files) {
      const name = nameOnce(`${begin}${safeFileName(file.name, most.file)}`)
      const isThere = (await app.files.look(file.key)) !== null
      if (isThere) await put(name, app.files.read(file.key), work.submitted_at)
      note(work, isThere ? name : `${words.lost} ${name}`, Number(file.size), file.sha256)
    }
  }

  const write = async (): Promise<void> => {
    for await (const { work, files } of worksWithFiles(app, scope)) await putWork(work, files)
    await put(
      'index.csv',
      Readable.from([Buffer.from('\ufeff'), ...index.map((line) => Buffer.from(line))]),
      app.clock(),
    )
    zip.end()
  }

  zip.once('error', (error) => output.destroy(error as Error))
  write().catch((error: unknown) => {
    if (!stop.signal.aborted) app.log.error({ err: error }, 'an export of works broke off')
    output.destroy(error instanceof Error ? error : new Error(String(error)))
  })
  return output
}
