/** What a list that somebody imports may hold. */
export const maxRows = 5_000
export const maxColumns = 50
/** Of one workbook. */
export const maxSheets = 20
/** Characters. */
export const maxCell = 200
