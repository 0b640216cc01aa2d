import { afterAll, beforeAll, expect, test } from 'vitest'
import { aUser } from '../accounts/factory.ts'
import { archiveOf, cellOf, workbookOf, workbookParts } from '../testing/hostile-files.ts'
import { noticeableMs, stallOf } from '../testing/stall.ts'
import { testApp, type School } from '../testing/test-app.ts'
import { authenticate } from '../accounts/sessions.ts'
import { fileCards, linkTo } from './cards.ts'
import { aFile } from './factory.ts'
import { fileRoutes } from './routes.ts'
import { textOf } from './text.ts'

let school: School
let author: { id: number }

beforeAll(async () => {
  school = await testApp({ authenticate, features: [fileRoutes] })
  author = await aUser(school.app.db)
})
afterAll(() => school.close())

const stored = (name: string, bytes: Buffer) =>
  aFile(school.app.db, { owner_id: author.id, name, kind: 'office' }, { files: school.app.files, bytes })
const shown = async (name: string, bytes: Buffer) => (await textOf(school.app, await stored(name, bytes)))!
const words = (inside: string) =>
  archiveOf({ 'word/document.xml': `<w:document><w:body>${inside}</w:body></w:document>` })
const line = (text: string, style = '') =>
  `<w:p>${style && `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}<w:r><w:t>${text}</w:t></w:r></w:p>`

test('a Word file is shown as headings, paragraphs and tables, without its formatting', async () => {
  const cell = (text: string) => `<w:tc>${line(text)}</w:tc>`
  const { html, cut } = await shown(
    '报告.docx',
    await words(
      `${line('食堂排队', 'Heading1')}${line('A &amp; B &lt;script&gt;')}<w:tbl><w:tr>${cell('窗口')}${cell('分钟')}</w:tr><w:tr>${cell('二号')}${cell('5.8')}</w:tr></w:tbl>${line('完')}`,
    ),
  )
  expect(html).toBe(
    '<h4>食堂排队</h4><p>A &amp; B &lt;script&gt;</p><table><tbody><tr><td>窗口</td><td>分钟</td></tr><tr><td>二号</td><td>5.8</td></tr></tbody></table><p>完</p>',
  )
  expect(cut).toBe(false)
})

test('a class that opens the teacher’s handout at once reads it, every one of them', async () => {
  const handout = await stored(
    '讲义.docx',
    await words(Array.from({ length: 200 }, (_, at) => line(`第${at}条`)).join('')),
  )
  const read = await Promise.all(Array.from({ length: 45 }, () => textOf(school.app, handout)))
  for (const text of read) expect(text?.html).toContain('<p>第199条</p>')
})

test('a table of Excel is read with shared words, days as days, and its empty cells in their place', async () => {
  const rows = `<row r="1">${cellOf('A1', '姓名')}<c r="C1" t="s"><v>1</v></c></row><row r="2">${cellOf('A2', '林雨桐')}<c r="B2" s="1"><v>45250</v></c><c r="C2"><v>86.5</v></c></row>`
  const styles =
    '<styleSheet><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>'
  const parts = workbookParts({
    rows,
    sharedStrings: '<si><t>不用</t></si><si><t>分数</t></si>',
    more: { 'xl/styles.xml': styles },
  })
  const { html } = await shown('成绩.xlsx', await archiveOf(parts))
  expect(html).toBe(
    '<h4>一</h4><table><tbody><tr><td>姓名</td><td></td><td>分数</td></tr><tr><td>林雨桐</td><td>2023-11-20</td><td>86.5</td></tr></tbody></table>',
  )
})

test('the slides of a show are read in the order they are shown in', async () => {
  const slide = (text: string) => `<p:sld><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:sld>`
  const relation = (id: string, target: string) => `<Relationship Id="${id}" Type="slide" Target="slides/${target}"/>`
  const { html } = await shown(
    '讲稿.pptx',
    await archiveOf({
      'ppt/presentation.xml':
        '<p:presentation><p:sldIdLst><p:sldId id="256" r:id="rId3"/><p:sldId id="257" r:id="rId2"/></p:sldIdLst></p:presentation>',
      'ppt/_rels/presentation.xml.rels': `<Relationships>${relation('rId2', 'slide1.xml')}${relation('rId3', 'slide2.xml')}</Relationships>`,
      'ppt/slides/slide1.xml': slide('后来'),
      'ppt/slides/slide2.xml': slide('开头'),
    }),
  )
  expect(html).toBe('<h4>1</h4><p>开头</p><h4>2</h4><p>后来</p>')
})

test.each<[what: string, name: string, make: () => Promise<Buffer>]>([
  ['no archive', 'a.docx', async () => Buffer.from('PK\x03\x04 and nothing more')],
  [
    'entities that grow',
    'b.docx',
    async () => archiveOf({ 'word/document.xml': '<!DOCTYPE a [<!ENTITY b "bb">]><a>&b;</a>' }),
  ],
  ['a document of 40 MB in 40 KB', 'c.docx', async () => words(line('a'.repeat(30_000)).repeat(1_400))],
  ['elements a thousand deep', 'd.docx', async () => words('<w:p>'.repeat(1_000))],
  ['tags without end', 'e.pptx', async () => archiveOf({ 'ppt/presentation.xml': '<a '.repeat(300_000) })],
  [
    'sheets that lead outside',
    'f.xlsx',
    async () =>
      archiveOf({
        'xl/workbook.xml': '<sheet name="x" r:id="rId1"/>',
        'xl/_rels/workbook.xml.rels': '<Relationship Id="rId1" Target="../../../etc/passwd"/>',
      }),
  ],
])('an office file that is %s shows nothing, and nobody waits for it', async (_what, name, make) => {
  const row = await stored(name, await make())
  const { result, stallMs } = await stallOf(() => textOf(school.app, row))
  expect(result!.html.replaceAll(/<[^>]*>/g, '')).toMatch(/^x?$/)
  expect(stallMs).toBeLessThan(noticeableMs)
})

test('a table larger than anybody reads is cut and says so', async () => {
  const rows = Array.from(
    { length: 800 },
    (_, at) => `<row r="${at + 1}">${cellOf(`A${at + 1}`, `第${at + 1}行`)}</row>`,
  )
  const { html, cut } = await shown('名单.xlsx', await workbookOf({ rows: rows.join('') }))
  expect(html).toContain('第500行')
  expect(html).not.toContain('第501行')
  expect(cut).toBe(true)
})

test('the words of an office file are for those who get the file itself, never for whoever gets what others get', async () => {
  const row = await stored('作文.docx', await words(line('我家住在')))
  const token = await school.signIn(author)
  const read = async (variant: 'original' | 'public') => {
    const url = linkTo(school.app, row.id, variant, author.id).replace('?', '/text?')
    return (await school.inject({ method: 'GET', url, headers: { token } })).json() as { code: number }
  }
  expect(fileCards(school.app, [row], author.id, 'public')).toEqual([])
  expect((await read('original')).code).toBe(1)
  expect((await read('public')).code).toBe(0)
})
