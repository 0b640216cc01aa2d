import type { Input } from '@tongchuang/contract/call.ts'
import type { rosterAdmin } from '@tongchuang/contract/roster.admin.ts'
import type { App } from '../app-services.ts'
import type { Actor } from '../guilds/power-rules.ts'
import { invalid } from '../http/problem.ts'
import { headOf } from './check.ts'
import { insertRows } from './row-store.ts'
import { insertImport, moveImport } from './store.ts'

const atOnce = 250

type Row = { line: number; sheet: number; place: number; cells: string }

/** Yields the rows read by a worker from their bytes, in batches, so that only one batch is in the heap. */
function* rowsOf(lines: Uint8Array): Generator<Row[]> {
  const bytes = Buffer.from(lines.buffer, lines.byteOffset, lines.byteLength)
  // The first line of the current sheet in the numbering across all sheets.
  let [sheet, begin, last] = [0, 0, 0]
  let rows: Row[] = []
  for (let from = 0; from < bytes.length;) {
    const found = bytes.indexOf(10, from)
    const end = found < 0 ? bytes.length : found
    const [own, place, cells] = JSON.parse(bytes.toString('utf8', from, end)) as [number, number, string[]]
    if (own !== sheet) [sheet, begin] = [own, last]
    last = begin + place
    rows.push({ line: last, sheet, place, cells: JSON.stringify(cells) })
    if (rows.length === atOnce) {
      yield rows
      rows = []
    }
    from = end + 1
  }
  yield rows
}

/** Reads a file or pasted text and stores it; returns the import. */
export const readSheet = async (
  app: App,
  { guild_id = null, name, file, text }: Input<typeof rosterAdmin.read>,
  viewer: Actor,
): Promise<number> => {
  if ((file === undefined) === (text === undefined))
    throw invalid('file', '请选择文件或粘贴名单', 'Choose a file or paste a list')
  const given = file === undefined ? (text ?? '') : new Uint8Array(Buffer.from(file, 'base64'))
  const transfer = typeof given === 'string' ? [] : [given.buffer]
  const { encoding, sheets, lines } = await app.workers.run(
    'readSheetFile',
    { given, kind: 'people' },
    { person: viewer.user_id, transfer },
  )
  // With several sheets the user chooses; the first one with rows is proposed.
  const first = sheets.findIndex(({ rows }) => rows !== null && rows > 0)
  const total = sheets.reduce((sum, { rows }) => sum + (rows ?? 0), 0)
  return app.db.transaction().execute(async (db) => {
    const one = {
      ...{ guild_id, created_by: viewer.user_id, state: 'read' as const, file_name: name, encoding },
      ...{ sheets: JSON.stringify(sheets), sheet: Math.max(first, 0) },
    }
    const created = {
      ...{ has_header: false, columns: '[]', mapping: null, row_count: total, created_at: app.clock() },
      ...{ applied_at: null, undone_at: null },
    }
    const id = await insertImport(db, { ...one, ...created })
    for (const rows of rowsOf(lines)) await insertRows(db, id, rows)
    const head = await headOf(db, { ...one, id }, viewer.is_admin)
    const row_count = (sheets[one.sheet]?.rows ?? total) - (head.has_header ? 1 : 0)
    await moveImport(db, id, ['read'], { ...head, row_count })
    return id
  })
}
