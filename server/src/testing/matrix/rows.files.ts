import type { RequestRow } from './requests.ts'
import { beginning } from './states.files.ts'

const tus = { 'tus-resumable': '1.0.0' }
const part = { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
const bytes = { headers: part, payload: 'abcde' }
const begun = 'an upload has begun'
const leftBeside = 'a file has its upload beside it still'
const linked = 'the owner has links to a file'

const hidden = 'NOT_FOUND NOT_FOUND NOT_FOUND NOT_FOUND NOT_FOUND NOT_FOUND NOT_FOUND'
const nobodys = `NOT_FOUND ${hidden} NO_SESSION`
const owners = `ok ${hidden} NO_SESSION`
const read = `w ${hidden} NO_SESSION`
const lookedAt = '404 404 404 404 404 404 404 401'

/** Files: what `owner mate stranger teacher other assistant helper admin nobody` get. */
export const fileRows: readonly RequestRow[] = [
  ['OPTIONS /api/files', {}, 'ok ok ok ok ok ok ok ok ok'],
  ['POST /api/files', { headers: beginning('作业.txt', 'submission') }, 'ok ok ok ROLE ROLE ROLE ROLE ROLE NO_SESSION'],
  ['POST /api/files', { headers: beginning('头像.png', 'avatar') }, 'ok ok ok ok ok ok ok ok NO_SESSION'],
  ['POST /api/files', { headers: beginning('题目.pdf', 'task') }, 'ROLE ROLE ROLE ok ok ok ok ok NO_SESSION'],
  ['POST /api/files', { headers: beginning('语音.webm', 'feedback') }, 'ROLE ROLE ROLE ok ok ok ok ok NO_SESSION'],
  ['POST /api/files', { headers: beginning('横幅.png', 'banner') }, 'ROLE ROLE ROLE ok ok ok ok ok NO_SESSION'],
  [
    'POST /api/files',
    { headers: beginning('诗.txt', 'poem') },
    'INVALID:purpose INVALID:purpose INVALID:purpose INVALID:purpose INVALID:purpose INVALID:purpose INVALID:purpose INVALID:purpose NO_SESSION',
  ],
  ['PATCH /api/files/@upload', bytes, owners, begun],
  ['PATCH /api/files/@upload', bytes, nobodys, leftBeside],
  ['PATCH /api/files/@file', bytes, nobodys],
  ['PATCH /api/files/2147483647', bytes, nobodys],
  ['PATCH /api/files/0@upload', bytes, nobodys, begun],
  ['HEAD /api/files/@upload', { headers: tus }, `ok ${lookedAt}`, begun],
  ['HEAD /api/files/@file', { headers: tus }, `ok ${lookedAt}`],
  ['HEAD /api/files/2147483647', { headers: tus }, `404 ${lookedAt}`],
  ['HEAD /api/files/2147483648', { headers: tus }, `404 ${lookedAt}`],
  ['DELETE /api/files/@upload', { headers: tus }, owners, begun],
  ['DELETE /api/files/@upload', { headers: tus }, nobodys, leftBeside],
  ['DELETE /api/files/@file', { headers: tus }, nobodys],
  ['DELETE /api/files/2147483647', { headers: tus }, nobodys],
  ['GET /api/files/@file', {}, read],
  ['GET /api/files/0@file', {}, nobodys],
  ['GET /api/files/@upload', {}, nobodys, begun],
  ['GET /api/files/2147483647', {}, nobodys],
  ['GET /api/files/2147483648', {}, nobodys],
  ['GET @link', {}, read, linked],
  ['GET @linkOfTeacher', {}, 'NOT_FOUND NOT_FOUND NOT_FOUND w NOT_FOUND NOT_FOUND NOT_FOUND NOT_FOUND NO_SESSION', linked],
  ['GET @linkOfStranger', {}, nobodys, linked],
  ['GET @linkOfFormerTeacher', {}, nobodys, linked],
  ['GET @originalOfMate', {}, nobodys, linked],
  ['GET @linkOfYesterday', {}, nobodys, linked],
  ['GET @forged', {}, nobodys, linked],
  ['GET @signedForAnother', {}, nobodys, linked],
  ['GET @linkToLost', {}, nobodys, linked],
  ['GET @thumb', {}, nobodys, linked],
  ['GET @text', {}, read, linked],
  ['GET @publicText', {}, 'NOT_FOUND w NOT_FOUND NOT_FOUND NOT_FOUND NOT_FOUND NOT_FOUND NOT_FOUND NO_SESSION', linked],
  ['GET @textOfThumb', {}, nobodys, linked],
  ['GET @textOfLost', {}, nobodys, linked],
  ['GET /api/files/@file/text', {}, `NOT_FOUND NOT_FOUND ${hidden}`],
]
