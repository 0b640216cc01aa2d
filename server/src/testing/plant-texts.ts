/**
 * Puts given texts into every place of a sample school where a person’s words are stored, on SQLite. Runs as a separate
 * process beside the school: `node plant-texts.ts <data folder>`, with `{ texts, from, pack }` on its input. A place
 * holds `pack` of the texts, each behind a mark `⟦place:number⟧` that tells the reader of a page what should follow it.
 * The limits of calls are ignored on purpose: the code that reads the texts is tested, however they got in.
 */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { renderText, renderWork } from '../workers/tasks/markdown.ts'

type Given = { texts: readonly string[]; from: number; pack: number }
type Write = (place: string, row: number) => string[]

/** Plain words, shown as they are. */
const plain: Readonly<Record<string, readonly string[]>> = {
  announcements: ['title'],
  announcement_replies: ['content'],
  robot_deliveries: ['said'],
  class_joinings: ['class_name'],
  appeals: ['text', 'answer'],
  assistant_feedback: ['comment'],
  banners: ['title', 'subtitle', 'alt', 'link', 'link_text'],
  chapters: ['title'],
  criteria: ['label', 'description'],
  deletion_requests: ['reason', 'answer'],
  drafts: ['title', 'content'],
  enrolments: ['abort_reason', 'excuse_reason'],
  extension_requests: ['reason', 'answer'],
  files: ['name'],
  guild_categories: ['name', 'description'],
  guild_members: ['title', 'message'],
  guilds: ['name', 'glyph', 'motto', 'intro'],
  ledger_entries: ['memo'],
  reports: ['note'],
  area_marks: ['text'],
  voices: ['text'],
  results: ['text'],
  saved_comments: ['text'],
  submission_files: ['name'],
  submission_notes: ['content', 'hidden_reason'],
  submissions: ['title', 'featured_reason', 'share_answer', 'hidden_reason'],
  tasks: ['title', 'summary'],
  users: [
    'nickname',
    'job',
    'job_name',
    'location',
    'location_name',
    'introduction',
    'personal_website',
    'real_name',
    'organization_name',
  ],
  work_picks: ['reason'],
}

/** Words kept as JSON. */
const structured: Readonly<Record<string, (text: string) => unknown>> = {
  'submissions.links': (text) => [text],
  'submissions.answers': (text) => ({ [text]: text }),
  'drafts.links': (text) => [text],
  'results.marks': (text) => [{ version: 1, quote: text, prefix: '', suffix: '', text }],
  'criteria.level_words': (text) => [text, '', '', '', text],
  'tasks.questions': (text) => [{ id: 'q', label: text, kind: 'one', options: [text, `${text} `], required: false }],
}

type Rendered = (text: string) => { html: string }

// Each text is rendered by itself: a comment that one of them opens is not to hide the others.
const htmlOf = (texts: readonly string[], render: Rendered): string => texts.map((text) => render(text).html).join('\n')

/** Markdown, kept beside the HTML the product makes of it. */
const written: Readonly<Record<string, (texts: readonly string[]) => Record<string, string>>> = {
  announcements: (texts) => ({ content: texts.join(''), content_html: htmlOf(texts, renderWork) }),
  discussions: (texts) => ({
    content: texts.join(''),
    content_html: htmlOf(texts, (content) => renderText({ content, names: [] })),
  }),
  guilds: (texts) => ({ description: texts.join(''), description_html: htmlOf(texts, renderWork) }),
  submissions: (texts) => ({
    content: texts.join(''),
    content_html: htmlOf(texts, renderWork),
    excerpt: renderWork(texts[0] ?? '').excerpt,
  }),
  tasks: (texts) => ({ content: texts.join(''), content_html: htmlOf(texts, renderWork) }),
}

/** Fields of a message that hold a person’s words. */
const said = new Set(['task', 'guild', 'who', 'excerpt', 'answer', 'reason'])

/** Inserts rows that the sample school lacks. */
const missing = [
  `insert or ignore into saved_comments (user_id, guild_id, text, created_at) select user_id, guild_id, '', 1 from guild_members where role <> 'student'`,
  `insert or ignore into reports (target, target_id, guild_id, reporter_id, reason, note, created_at)
   select 'discussion', d.id, d.guild_id, u.id, 'other', '', 1 from discussions d, users u where u.username = 's020' and d.user_id <> u.id limit 30`,
  `insert or ignore into appeals (result_id, submission_id, enrolment_id, user_id, guild_id, status, text, created_at)
   select r.id, r.submission_id, r.enrolment_id, e.user_id, t.guild_id, 'open', '', 1 from results r
   join enrolments e on e.id = r.enrolment_id join tasks t on t.id = e.task_id where r.status = 'released' limit 20`,
  `insert or ignore into extension_requests (task_id, guild_id, user_id, status, reason, created_at)
   select e.task_id, t.guild_id, e.user_id, 'open', '', 1 from enrolments e join tasks t on t.id = e.task_id where e.state = 'doing' limit 20`,
  `insert or ignore into deletion_requests (user_id, status, reason, created_at) select id, 'open', '', 1 from users where username in ('s030', 's031')`,
  `update guild_members set status = 'pending' where role = 'student' and id % 9 = 0`,
]

const textsOf =
  ({ texts, from, pack }: Given): Write =>
  (place, row) =>
    Array.from({ length: pack }, (_, step) => {
      const number = (from + row * pack + step) % texts.length
      return `⟦${place}:${number}⟧${texts[number] ?? ''}\n\n`
    })

const change = (db: DatabaseSync, table: string, valuesOf: (row: number) => Record<string, string>): void => {
  const rows = db.prepare(`select rowid as id from ${table}`).all()
  rows.forEach(({ id }, row) => {
    const values = valuesOf(row)
    const columns = Object.keys(values).map((column) => `${column} = ?`)
    db.prepare(`update ${table} set ${columns.join(', ')} where rowid = ?`).run(...Object.values(values), id ?? null)
  })
}

/** Writes texts into the rows, by column, as if somebody had typed them. */
const plant = (db: DatabaseSync, texts: Write): void => {
  const text = (place: string, row: number) => texts(place, row).join('')
  for (const [table, columns] of Object.entries(plain))
    change(db, table, (row) => Object.fromEntries(columns.map((column) => [column, text(`${table}.${column}`, row)])))
  for (const [place, shape] of Object.entries(structured)) {
    const [table = '', column = ''] = place.split('.')
    change(db, table, (row) => ({ [column]: JSON.stringify(shape(text(place, row))) }))
  }
  for (const [table, html] of Object.entries(written)) change(db, table, (row) => html(texts(`${table}.html`, row)))
  const messages = db.prepare('select id, data from messages').all() as { id: number; data: string }[]
  messages.forEach(({ id, data }, row) => {
    const told = Object.entries(JSON.parse(data) as Record<string, unknown>).map(([name, value]) => [
      name,
      typeof value === 'string' && said.has(name) ? text(`messages.${name}`, row) : value,
    ])
    db.prepare('update messages set data = ? where id = ?').run(JSON.stringify(Object.fromEntries(told)), id)
  })
  const setting = db.prepare(
    'insert into settings (key, value, version) values (?, ?, 1) on conflict (key) do update set value = excluded.value',
  )
  setting.run('site_name', JSON.stringify(text('settings.site_name', 0)))
  setting.run(
    'consent',
    JSON.stringify({ version: 1, zh: text('settings.consent', 0), en: text('settings.consent', 0) }),
  )
}

let input = ''
for await (const chunk of process.stdin) input += String(chunk)
const given = JSON.parse(input) as Given
const db = new DatabaseSync(join(process.argv[2] ?? '', 'app.db'), { timeout: 20_000 })
db.exec('begin immediate')
if (db.prepare('select 1 from saved_comments').all().length === 0) for (const statement of missing) db.exec(statement)
plant(db, textsOf(given))
db.exec('commit')
db.close()
