/** Words that somebody is writing, kept on this device under a name until they are sent; full or blocked, they are still on the page. */
export const keptText = (name: string) => ({
  read: (): string => {
    try {
      return localStorage.getItem(name) ?? ''
    } catch {
      return ''
    }
  },
  write: (text: string): void => {
    try {
      if (text.trim() === '') localStorage.removeItem(name)
      else localStorage.setItem(name, text)
    } catch {
      // full or blocked
    }
  },
})
