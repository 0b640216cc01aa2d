import type { RequestRow } from './requests.ts'

const hidden = 'NOT_FOUND NOT_FOUND NOT_FOUND NOT_FOUND NOT_FOUND NOT_FOUND NOT_FOUND'
const nobodys = `NOT_FOUND ${hidden} NO_SESSION`
const openToNobody = `NOT_FOUND ${hidden} NOT_FOUND`
const noRoute = 'NO_ROUTE NO_ROUTE NO_ROUTE NO_ROUTE NO_ROUTE NO_ROUTE NO_ROUTE NO_ROUTE NO_ROUTE'

const upload = '00000000-0000-4000-8000-000000000000'
const sent = { headers: { 'content-type': 'application/octet-stream', 'setup-key': 'no-such-key' }, payload: 'abcde' }

/** What a signed address or a key opens: what `owner mate stranger teacher other assistant helper admin nobody` get. */
export const downloadRows: readonly RequestRow[] = [
  ['GET /calendar/no-such-calendar.ics', {}, noRoute],
  ['GET /unsubscribe/no-such-token', {}, openToNobody],
  ['POST /unsubscribe/no-such-token', {}, openToNobody],
  ['GET /api/student/export/1', {}, nobodys],
  ['GET /api/student/export/2147483647', {}, nobodys],
  ['GET @copy', {}, `g ${hidden} NO_SESSION`, 'a copy of what is kept about the owner is ready'],
  ['GET @forgedCopy', {}, nobodys, 'a copy of what is kept about the owner is ready'],
  ['GET @copy', {}, nobodys, 'the copy of what is kept about the owner is lost'],
  ['GET /api/admin/backup/file', {}, openToNobody],
  ['GET /api/admin/export/download', {}, nobodys],
  [`POST /api/admin/setup/archive/${upload}?offset=0&size=5`, sent, openToNobody],
]
