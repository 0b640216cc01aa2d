const active = /^\s*[=+\-@|%~]/
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(\..*)?$/i

/**
 * A part of a file name that is valid on every system, is not read as an option by a command line, and is not read as a
 * formula by a spreadsheet.
 */
export const safeName = (text: string, most = 60): string => {
  const clean = text
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Cf}\\/:*?"<>|]/gu, '_')
    .trim()
    .replaceAll(/^\.+|(?<![. ])[. ]+$/g, '')
  const short = [...clean].slice(0, most).join('')
  return short === '' || reserved.test(short) || active.test(short.normalize('NFKC')) ? `_${short}` : short
}

/** A safe file name, shortened before its extension. */
export const safeFileName = (name: string, most = 60): string => {
  const [, stem = name, ending = ''] = /^(.*?)(\.[^.]{1,10})?$/su.exec(name) ?? []
  return `${safeName(stem, most)}${ending === '' ? '' : `.${safeName(ending.slice(1))}`}`
}

/** Makes names unique, ignoring case: the second `a.txt` becomes `a (2).txt`. */
export const uniqueNames = (): ((name: string) => string) => {
  const taken = new Set<string>()
  return (name) => {
    const [, stem = name, ending = ''] = /^(.*?)(\.[^./]{1,10})?$/su.exec(name) ?? []
    let free = name
    for (let count = 2; taken.has(free.toLowerCase()); count += 1) free = `${stem} (${count})${ending}`
    taken.add(free.toLowerCase())
    return free
  }
}
