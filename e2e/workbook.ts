import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

const archiveOf = (parts: Readonly<Record<string, string>>): Promise<Buffer> => {
  const zip = new ZipFile()
  for (const [name, text] of Object.entries(parts)) zip.addBuffer(Buffer.from(text), name)
  zip.end()
  return buffer(zip.outputStream)
}

const cellOf = (address: string, text: string): string => `<c r="${address}" t="inlineStr"><is><t>${text}</t></is></c>`

const sheetOf = (rows: readonly (readonly string[])[]): string => {
  const cells = rows.map(
    (row, at) =>
      `<row r="${at + 1}">${row.map((text, column) => cellOf(`${'ABCDEFGH'[column]}${at + 1}`, text)).join('')}</row>`,
  )
  return `<worksheet><sheetData>${cells.join('')}</sheetData></worksheet>`
}

/** A workbook as an office program saves it: sheets by their names, each with its rows of text. */
export const workbookOfSheets = (sheets: Readonly<Record<string, readonly (readonly string[])[]>>): Promise<Buffer> => {
  const names = Object.keys(sheets)
  const relation = (at: number) =>
    `<Relationship Id="rId${at}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet${at}.xml"/>`
  return archiveOf({
    '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    'xl/workbook.xml': `<workbook xmlns:r="r"><sheets>${names.map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${names.map((_, at) => relation(at + 1)).join('')}</Relationships>`,
    ...Object.fromEntries(Object.values(sheets).map((rows, at) => [`xl/worksheets/sheet${at + 1}.xml`, sheetOf(rows)])),
  })
}
