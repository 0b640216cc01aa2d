/** The parts of a clipboard that are used here. */
export type Copied = Pick<DataTransfer, 'files' | 'getData'>

const fragment = /<!--StartFragment-->|<body\b/i

/** Whether HTML contains exactly one picture and no text, as for a picture copied from a page. */
const isPictureAlone = (html: string): boolean => {
  const begin = fragment.exec(html)?.index ?? 0
  const tags = html.slice(begin).split('<')
  const isSilent = tags.every((tag, at) => {
    const behind = at === 0 ? tag : tag.slice(tag.indexOf('>') + 1)
    return behind.replaceAll('&nbsp;', '').trim() === ''
  })
  return isSilent && tags.filter((tag) => /^img\b/i.test(tag)).length === 1
}

/** Whether a text contains only the names of the files, which systems add when files are copied from a folder. */
const namesOnly = (text: string, files: readonly File[]): boolean => {
  const names = new Set(files.map(({ name }) => name.normalize('NFC')))
  const lines = text.normalize('NFC').split(/[\r\n]+/)
  return lines.every((line) => line.trim() === '' || names.has(line.trim().split(/[/\\]/).at(-1) ?? ''))
}

/**
 * The files somebody means to paste. There are none if text was copied, although Excel, PowerPoint and Word on a Mac
 * add a picture of the text. Dropped files are not filtered, because they were chosen explicitly.
 */
export const pastedFiles = (copied: Copied | null): File[] => {
  const files = [...(copied?.files ?? [])]
  if (!copied || files.length === 0) return []
  const text = copied.getData('text/plain')
  if (text.trim() === '') return files
  const html = copied.getData('text/html')
  const isFiles = html.trim() === '' ? namesOnly(text, files) : isPictureAlone(html)
  return isFiles ? files : []
}
