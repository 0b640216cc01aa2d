// PostgreSQL takes 65,535 values in a statement, SQLite 32,766; the widest row has 24.
const atOnce = 1_000

/** Writes many rows in few statements and gives their ids in the same order. */
export const insertMany = async <R>(
  rows: readonly R[],
  insert: (some: readonly R[]) => Promise<readonly { id: number }[]>,
): Promise<number[]> => {
  const ids: number[] = []
  for (let at = 0; at < rows.length; at += atOnce)
    ids.push(...(await insert(rows.slice(at, at + atOnce))).map(({ id }) => id))
  return ids
}
