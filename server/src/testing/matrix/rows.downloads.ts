import type { RequestRow } from './requests.ts'

const hidden = 'NOT_FOUND NOT_FOUND NOT_FOUND NOT_FOUND NOT_FOUND NOT_FOUND NOT_FOUND'
const nobodys = `NOT_FOUND ${hidden} NO_SESSION`
const openToNobody = `NOT_FOUND ${hidden} NOT_FOUND`
const openToAll = 'ok ok ok ok ok ok ok ok ok'
const noRoute = 'NO_ROUTE NO_ROUTE NO_ROUTE NO_ROUTE NO_ROUTE NO_ROUTE NO_ROUTE NO_ROUTE NO_ROUTE'
const noKey = 'SETUP_KEY SETUP_KEY SETUP_KEY SETUP_KEY SETUP_KEY SETUP_KEY SETUP_KEY SETUP_KEY SETUP_KEY'

const backups = 'there are links to a backup'
const ofTeacher = 'NOT_FOUND NOT_FOUND NOT_FOUND g NOT_FOUND NOT_FOUND NOT_FOUND NOT_FOUND NO_SESSION'
const ofAdmin = 'NOT_FOUND NOT_FOUND NOT_FOUND NOT_FOUND NOT_FOUND NOT_FOUND NOT_FOUND g NO_SESSION'
const exported = 'there are links to exports'
const left = 'who asked for an export has left'
const calendars = 'students have a calendar'
const isNew = 'nobody has set the school up'

const upload = '00000000-0000-4000-8000-000000000000'
const archive = `POST /api/admin/setup/archive/${upload}?offset=0&size=5`
const sentWith = (key: string) => ({ headers: { 'content-type': 'application/octet-stream', 'setup-key': key }, payload: 'abcde' })

/** Signed addresses and keys: what `owner mate stranger teacher other assistant helper admin nobody` get. */
export const downloadRows: readonly RequestRow[] = [
  ['GET @calendarOfOwner', {}, 'g g g g g g g g g', calendars],
  ['GET @calendarOfStranger', {}, openToAll, calendars],
  ['GET /calendar/no-such-calendar.ics', {}, noRoute],
  ['GET /unsubscribe/no-such-token', {}, openToNobody],
  ['POST /unsubscribe/no-such-token', {}, openToNobody],
  ['GET /api/student/export/1', {}, nobodys],
  ['GET /api/student/export/2147483647', {}, nobodys],
  ['GET @copy', {}, `g ${hidden} NO_SESSION`, 'a copy of what is kept about the owner is ready'],
  ['GET @forgedCopy', {}, nobodys, 'a copy of what is kept about the owner is ready'],
  ['GET @copy', {}, nobodys, 'the copy of what is kept about the owner is lost'],
  ['GET @backupLink', {}, ofAdmin.replace('g', 'ok'), backups],
  ['GET @forgedBackupLink', {}, nobodys, backups],
  ['GET @oldBackupLink', {}, nobodys, backups],
  ['GET @usedBackupLink', {}, nobodys, backups],
  ['GET @usedBackupLink', { headers: { range: 'bytes=4-' } }, ofAdmin.replace('g', 'ok'), backups],
  ['GET @backupLinkOfAnother', {}, nobodys, backups],
  ['GET @backupLinkOfAnother', { headers: { range: 'bytes=4-' } }, nobodys, backups],
  ['GET /api/admin/backup/file?link=@kept', {}, nobodys, backups],
  ['GET /api/admin/backup/file', {}, nobodys],
  ['GET @gradesOfTeacher', {}, ofTeacher, exported],
  ['GET @sheetOfTeacher', {}, ofTeacher.replace('g', 'ok'), exported],
  ['GET @worksOfTeacher', {}, ofTeacher, exported],
  ['GET @worksOfTask', {}, ofTeacher, exported],
  ['GET @peopleOfTeacher', {}, ofTeacher.replace('g', 'ok'), exported],
  ['GET @gradesOfSchool', {}, ofAdmin, exported],
  ['GET @forgedGrades', {}, nobodys, exported],
  ['GET @oldGrades', {}, nobodys, exported],
  ['GET @gradesOfTeacher', {}, nobodys, left],
  ['GET @gradesOfSchool', {}, ofAdmin.replace('g', 'ROLE'), left],
  ['GET /api/admin/export/download', {}, nobodys],
  [archive, sentWith('no-such-key'), openToNobody],
  [archive, sentWith('no-such-key'), noKey, isNew],
  [archive, sentWith('@setupKey'), openToAll, isNew],
  ['POST /api/admin/setup/archive/no-upload-is-called-so?offset=0&size=5', sentWith('@setupKey'), openToNobody, isNew],
]
