export type EditorCommand =
  'heading' | 'bold' | 'list' | 'quote' | 'formula' | 'table' | 'row' | 'column' | 'noTable' | 'code' | 'image' | 'undo'

/** What the editor is opened with. */
export type EditorParts = {
  value: string
  label: string
  describedBy: string
  placeholder: string
  className: string
  urlOf: (file_id: number) => string | null
  onChange: (markdown: string) => void
  onBlur: () => void
  onFiles: (files: File[]) => void
}

/** The editor as the page uses it; its library comes later than the page. */
export type EditorHandle = {
  run: (command: Exclude<EditorCommand, 'image'>) => void
  active: () => readonly EditorCommand[]
  subscribe: (listener: () => void) => () => void
  /** Puts another text in; nobody is told of a change. */
  put: (markdown: string) => void
  insertPicture: (file_id: number, name: string) => void
  /** Selects the first place with these words; false where there is none. */
  find: (quote: string) => boolean
  focus: (place?: 'start' | 'end') => void
  allow: (isEditable: boolean) => void
  close: () => void
}
