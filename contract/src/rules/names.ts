// The dot of 阿依古丽·买买提 as the keyboards and registers of schools write it.
const dots = /[•‧∙⋅・●.]/g

/** A name as it is compared: tables have 王 芳 to align it with longer ones, full-width letters and other dots. */
export const plainName = (written: string): string =>
  written.normalize('NFKC').replaceAll(/\s/g, '').replaceAll(dots, '·').toLowerCase()

/** Rows by the name of each, as it is compared; null for a name that several have. O(rows). */
export const byOnlyName = <Row>(rows: readonly Row[], nameOf: (row: Row) => string): Map<string, Row | null> => {
  const found = new Map<string, Row | null>()
  for (const row of rows) {
    const name = plainName(nameOf(row))
    if (name !== '') found.set(name, found.has(name) ? null : row)
  }
  return found
}
