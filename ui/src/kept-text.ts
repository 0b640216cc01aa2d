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
  /** These words were sent: they are forgotten, but not what was written since, here or in another window. */
  sent: (text: string): void => {
    try {
      if (localStorage.getItem(name) === text) localStorage.removeItem(name)
    } catch {
      // full or blocked
    }
  },
})
