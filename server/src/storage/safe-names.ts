const active = /^\s*[=+\-@|%~]/
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(\..*)?$/i

/**
 * A part of a file name that every system takes, and that neither a command line takes for an option nor a table of files
 * for a formula.
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

/** A file name cut before its ending. */
export const safeFileName = (name: string): string => {
  const [, stem = name, ending = ''] = /^(.*?)(\.[^.]{1,10})?$/su.exec(name) ?? []
  return `${safeName(stem)}${ending === '' ? '' : `.${safeName(ending.slice(1))}`}`
}

/** Gives each name once: the second `a.txt` is `a (2).txt`, also where only case differs. */
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
