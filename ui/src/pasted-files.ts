/** What of a clipboard is asked for here. */
export type Copied = Pick<DataTransfer, 'files' | 'getData'>

const fragment = /<!--StartFragment-->|<body\b/i

/** Whether HTML draws one picture and says nothing: that of a picture somebody copied from a page. */
const isPictureAlone = (html: string): boolean => {
  const begin = fragment.exec(html)?.index ?? 0
  const tags = html.slice(begin).split('<')
  const isSilent = tags.every((tag, at) => {
    const behind = at === 0 ? tag : tag.slice(tag.indexOf('>') + 1)
    return behind.replaceAll('&nbsp;', '').trim() === ''
  })
  return isSilent && tags.filter((tag) => /^img\b/i.test(tag)).length === 1
}

/** Whether a text says only what the files are called, as systems write it beside those copied from a folder. */
const namesOnly = (text: string, files: readonly File[]): boolean => {
  const names = new Set(files.map(({ name }) => name.normalize('NFC')))
  const lines = text.normalize('NFC').split(/[\r\n]+/)
  return lines.every((line) => line.trim() === '' || names.has(line.trim().split(/[/\\]/).at(-1) ?? ''))
}

/**
 * The files that somebody means by pasting: none where words were copied, although Excel, PowerPoint and Word on a Mac
 * lay a picture of the words beside them. What is dropped is another matter: there the files were taken hold of.
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
