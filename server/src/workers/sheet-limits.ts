/** What a list that somebody imports may hold. */
export const maxRows = 5_000
export const maxColumns = 50
/** Of one workbook. */
export const maxSheets = 20

/** What a list is of: `people`, whose cells are names and numbers, or `words`, where sentences stand beside them. */
export type SheetKind = 'people' | 'words'
/** Characters of a cell: of people, as long as a name may ever be; of words, what Excel takes in one cell. */
export const maxCell: Readonly<Record<SheetKind, number>> = { people: 200, words: 32_767 }
