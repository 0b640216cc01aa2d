/**
 * How far a long work has come: parts of a backup that were checked, rows of tables, files, or files compared with
 * their rows; of so many, or null where nobody has counted them.
 */
export type Step = { what: 'checked' | 'rows' | 'files' | 'compared'; done: number; of: number | null }

/** Is told after each step. */
export type Tell = (step: Step) => void
