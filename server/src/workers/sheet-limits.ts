/** The limits of an imported list. */
export const maxRows = 5_000
export const maxColumns = 50
/** Of one workbook. */
export const maxSheets = 20

/** The kind of a list: `people`, whose cells are names and numbers, or `words`, which holds sentences as well. */
export type SheetKind = 'people' | 'words'
/**
 * Maximum characters of a cell: for `people`, the longest name allowed; for `words`, what Excel accepts in one cell.
 */
export const maxCell: Readonly<Record<SheetKind, number>> = { people: 200, words: 32_767 }
