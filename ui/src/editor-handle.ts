export type EditorCommand =
  | 'heading'
  | 'bold'
  | 'bullets'
  | 'list'
  | 'quote'
  | 'formula'
  | 'table'
  | 'row'
  | 'column'
  | 'noTable'
  | 'code'
  | 'image'
  | 'undo'

/** A formula to edit: its source, and whether it has a line of its own. */
export type FormulaGiven = { latex: string; display: boolean }

/** The parameters with which the editor is opened. */
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
  /** Called when a person wants to write or change a formula; `put` receives the result. */
  onFormula: (given: FormulaGiven, put: (next: FormulaGiven) => void) => void
}

/** The editor as the page uses it; its library is loaded after the page. */
export type EditorHandle = {
  run: (command: Exclude<EditorCommand, 'image'>) => void
  active: () => readonly EditorCommand[]
  subscribe: (listener: () => void) => () => void
  /** Replaces the text without reporting a change. */
  put: (markdown: string) => void
  insertPicture: (file_id: number, name: string) => void
  /** Marks the first place with these words and puts the caret behind it; false where there is none. */
  find: (quote: string, number: number) => boolean
  focus: (place?: 'start' | 'end') => void
  allow: (isEditable: boolean) => void
  close: () => void
}
