/** The place of what one person is writing below a task, or as reply to one question, on this device. */
export const persistedText = (user_id: number, task_id: number, below: number | null) => {
  const key = `talk:${user_id}:${task_id}${below === null ? '' : `:${below}`}`
  return {
    read: (): string => {
      try {
        return localStorage.getItem(key) ?? ''
      } catch {
        return ''
      }
    },
    write: (text: string): void => {
      try {
        if (text.trim() === '') localStorage.removeItem(key)
        else localStorage.setItem(key, text)
      } catch {
        // full or blocked: the text is still on the page
      }
    },
  }
}
