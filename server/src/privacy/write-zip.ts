import { createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { extname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import type { Db } from '../db/schema.ts'
import { storedValue } from '../db/stored-json.ts'
import type { FileStore } from '../storage/file-store.ts'
import { readablePart } from '../storage/readable-part.ts'
import { safeFileName, safeName } from '../storage/safe-names.ts'
import { writtenAnswers } from '../submissions/questions/written-answers-rules.ts'
import { questionsOf } from '../tasks/questions/question-rules.ts'
import {
  ownAreas,
  ownComments,
  ownMended,
  ownNotes,
  ownQuestionPoints,
  ownReplies,
  ownVoices,
} from './own-answers-store.ts'
import {
  filesOfDraft,
  filesOfVersion,
  ownCertificates,
  ownCriteriaSets,
  ownDrafts,
  ownLedger,
  ownMessages,
  ownMoments,
  ownPosts,
  ownProfile,
  ownTasks,
  ownVersion,
  ownVersionNames,
  ownVersions,
} from './own-data.ts'
import {
  ownAppeals,
  ownDeletionRequests,
  ownEarlierWords,
  ownEnteredResults,
  ownExtensionRequests,
  ownFeedback,
  ownFiles,
  ownReports,
} from './own-requests-store.ts'

const readme = `# 我的数据 / My data

- 资料.json：账号、公会、登录记录、看过的优、等级和章节 / account, guilds, log-ins, seals, levels and chapters you have seen
- 任务.json：接取过的任务和已公布的成绩 / tasks and released results
- 提交.json、提交/：每一版的文字（Markdown）、已公布的反馈和文件；一个文件交了几次也只放一份，在哪里见提交.json / every version: text, released feedback, files; a file submitted several times is here once, where the list says
- 线下任务的成绩.json：没有提交内容的任务已公布的分数和评语 / released results of offline tasks, with their comments
- 申诉.json、延期申请.json：你写的，和老师的答复 / your appeals and requests for more time, with the answers
- 图上的批注.json：老师在照片和文档上写的，已公布的 / released marks on your pictures and documents
- 改好的批注.json：退回的作品上标为改好的批注 / marks of returned works that are said to be mended
- 成绩下的对话.json、成绩下的对话/：成绩下和老师写的话，附的照片 / words under your results, and the photos that came with them
- 公告回复.json：你在公告下的回复 / your replies to announcements
- 老师说的.json、老师说的/：已公布的语音和文字版 / released spoken answers, the words and the sound
- 各题分数.json：每道题的分数，在所有人都不能再交以后 / points of each question, once nobody can submit any more
- 常用评语.json：批阅时存下的评语 / comments you keep for reviewing
- 奖状.json：奖状的编号 / numbers of your certificates
- 评分标准.json：自己存下来的评分标准 / criteria you kept to use again
- 草稿.json、草稿/：没有提交的内容和文件 / unsent work and its files
- 讨论.json：自己写的发言 / your own posts
- 举报.json、对助教的反馈.json：你写的 / your reports and your feedback on assistants
- 改过的话.json：发言和反馈改动以前的文字 / what your posts and feedback said before you changed them
- 注销申请.json：你的理由和答复 / your requests to delete the account, with the answers
- 文件.json：上传过的文件的名称 / names of the files you uploaded
- 积分和经验.json：每一笔变动 / every movement of score and experience
- 通知.json：收到的通知 / notices

还没有公布的成绩和批语不在其中。时间是1970年以来的毫秒数。
Results that are not released are not in it. Instants are milliseconds since 1970.
`

/** The JSON text of a list of rows, one per line, streamed. */
const jsonLines = async function* (rows: AsyncIterable<object>): AsyncGenerator<string> {
  let begin = '[\n'
  for await (const row of rows) {
    yield begin + JSON.stringify(row)
    begin = ',\n'
  }
  yield begin === '[\n' ? '[]\n' : '\n]\n'
}

type Version = NonNullable<Awaited<ReturnType<typeof ownVersion>>>

const answerWords = {
  ...{ comma: '、', right: '对 / true', wrong: '错 / false', blank: '（空着 / blank）' },
  gone: '（题目已不在 / question is gone）',
}

const answersOf = ({ questions, answers }: Pick<Version, 'questions' | 'answers'>): string =>
  writtenAnswers(questionsOf(questions), storedValue(answers), answerWords)

const markdownOf = (own: Version): string => {
  const { task, title, version, receipt_no, content, feedback } = own
  const answers = answersOf(own)
  return [
    `# ${title}`,
    '',
    `任务 / task：${task} · 第${version}版 · ${receipt_no}`,
    '',
    content,
    ...(answers ? ['', answers] : []),
    ...(feedback ? ['', '---', '', '## 老师的反馈 / feedback', '', feedback] : []),
    '',
  ].join('\n')
}

/** The text of a version, read when the ZIP gets to its entry. */
const markdownWhenRead = async function* (db: Db, user_id: number, id: number): AsyncGenerator<string> {
  const version = await ownVersion(db, user_id, id)
  if (version) yield markdownOf(version)
}

/**
 * The path in the ZIP of each file of the versions, by file id; a file is stored once, however many versions have it.
 */
type Places = Map<number, string>

const versionRows = async function* (db: Db, user_id: number, places: Places): AsyncGenerator<object> {
  for await (const version of ownVersions(db, user_id)) {
    const files = await filesOfVersion(db, version.id)
    yield { ...version, files: files.map(({ id, name }) => ({ id, name, file: places.get(id) ?? null })) }
  }
}

const draftRows = async function* (db: Db, user_id: number, places: Places): AsyncGenerator<object> {
  for await (const { questions, ...draft } of ownDrafts(db, user_id)) {
    const files = await filesOfDraft(db, draft.id)
    // Of an option the answer has only the id.
    const written = answersOf({ questions, answers: draft.answers })
    yield {
      ...draft,
      answers_in_words: written,
      files: files.map(({ id, name }) => ({ id, name, file: places.get(id) ?? null })),
    }
  }
}

const spokenRows = async function* (db: Db, user_id: number): AsyncGenerator<object> {
  for await (const { public_key, ...voice } of ownVoices(db, user_id))
    yield { ...voice, file: public_key === null ? null : `老师说的/${voice.id}${extname(public_key)}` }
}

const photoPath = (id: number, name: string): string => `成绩下的对话/${id}-${safeFileName(name)}`

const noteRows = async function* (db: Db, user_id: number): AsyncGenerator<object> {
  for await (const { name, upload_id, ...note } of ownNotes(db, user_id))
    yield { ...note, photo: upload_id === null ? null : photoPath(note.id, name ?? '') }
}

type OwnFile = { id: number; name: string; upload_id: string }
type Parts = { db: Db; files: FileStore; user_id: number; now: number }

/**
 * A ZIP that is written while entries are added to it. The library listens to no errors of what it reads, each of which
 * would end the process: here they end the writing, and neither the ZIP nor what was being read stays open.
 */
const zipInto = (path: string) => {
  const zip = new ZipFile()
  const stop = new AbortController()
  const end = (error: unknown) => stop.abort(error)
  // One entry is read at a time.
  let reading: Readable | null = null
  stop.signal.addEventListener('abort', () => reading?.destroy())
  const written = pipeline(zip.outputStream, createWriteStream(path, { mode: 0o600 }), { signal: stop.signal })
  // The disk may be full long before the last entry is added.
  written.catch(end)
  zip.on('error', end)
  const add = (name: string, options: { compress?: boolean }, open: () => Readable): void =>
    zip.addReadStreamLazy(name, options, (give) => {
      reading = open().once('error', end)
      give(null, reading)
    })
  return { zip, add, written }
}

/** Writes a person's own data into a ZIP, row by row and file by file; returns its size in bytes. */
export const writeOwnZip = async (path: string, { db, files, user_id, now }: Parts): Promise<number> => {
  const { zip, add, written } = zipInto(path)
  const addRows = (name: string, rows: () => AsyncIterable<object>) =>
    add(name, {}, () => Readable.from(jsonLines(rows())))

  // A file whose bytes are missing, or get lost before its turn comes, must not prevent the rest of the export.
  const addFile = async (place: string, key: string, lost = () => {}): Promise<boolean> => {
    const isThere = (await files.look(key)) !== null
    if (isThere)
      add(place, { compress: false }, () => {
        const { bytes, fault } = readablePart(files.read(key))
        return bytes.once('end', () => fault() && lost())
      })
    return isThere
  }
  const addOnce = async (places: Places, folder: string, { id, name, upload_id }: OwnFile): Promise<void> => {
    const place = `${folder}/${id}-${safeFileName(name)}`
    const isNew = !places.has(id) && (await addFile(place, upload_id, () => places.delete(id)))
    if (isNew) places.set(id, place)
  }

  zip.addBuffer(Buffer.from(readme), 'README.md')
  const own = { ...(await ownProfile(db, user_id)), moments: await ownMoments(db, user_id) }
  zip.addBuffer(Buffer.from(JSON.stringify(own, null, 2)), '资料.json')
  addRows('任务.json', () => ownTasks(db, user_id))
  addRows('线下任务的成绩.json', () => ownEnteredResults(db, user_id))
  addRows('申诉.json', () => ownAppeals(db, user_id))
  addRows('延期申请.json', () => ownExtensionRequests(db, user_id))
  addRows('图上的批注.json', () => ownAreas(db, user_id))
  addRows('老师说的.json', () => spokenRows(db, user_id))
  addRows('各题分数.json', () => ownQuestionPoints(db, user_id, now))
  addRows('常用评语.json', () => ownComments(db, user_id))
  addRows('奖状.json', () => ownCertificates(db, user_id))
  addRows('成绩下的对话.json', () => noteRows(db, user_id))
  addRows('公告回复.json', () => ownReplies(db, user_id))
  addRows('改好的批注.json', () => ownMended(db, user_id))
  addRows('评分标准.json', () => ownCriteriaSets(db, user_id))
  addRows('讨论.json', () => ownPosts(db, user_id))
  addRows('举报.json', () => ownReports(db, user_id))
  addRows('对助教的反馈.json', () => ownFeedback(db, user_id))
  addRows('改过的话.json', () => ownEarlierWords(db, user_id))
  addRows('注销申请.json', () => ownDeletionRequests(db, user_id))
  addRows('文件.json', () => ownFiles(db, user_id))
  addRows('积分和经验.json', () => ownLedger(db, user_id))
  addRows('通知.json', () => ownMessages(db, user_id))
  const places: Places = new Map()
  for await (const version of ownVersionNames(db, user_id)) {
    const folder = `提交/${safeName(version.task)}-${version.id}-v${version.version}`
    add(`${folder}/作品.md`, {}, () => Readable.from(markdownWhenRead(db, user_id, version.id)))
    for (const file of await filesOfVersion(db, version.id)) await addOnce(places, folder, file)
  }
  for await (const { id, task } of ownDrafts(db, user_id))
    for (const file of await filesOfDraft(db, id)) await addOnce(places, `草稿/${safeName(task)}-${id}`, file)
  addRows('提交.json', () => versionRows(db, user_id, places))
  addRows('草稿.json', () => draftRows(db, user_id, places))
  for await (const { public_key, ...voice } of ownVoices(db, user_id)) {
    if (public_key !== null) await addFile(`老师说的/${voice.id}${extname(public_key)}`, public_key)
  }
  for await (const { id, name, upload_id } of ownNotes(db, user_id)) {
    if (upload_id !== null) await addFile(photoPath(id, name ?? ''), upload_id)
  }
  zip.end()
  await written
  return (await stat(path)).size
}
