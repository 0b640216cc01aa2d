/** Maximum rows in memory at a time. */
export const atOnce = 200

/** Rows in pages by id, so that a long life at school is never in memory at once. */
export const paged = async function* <T extends { id: number }>(
  ask: (after: number) => Promise<T[]>,
): AsyncGenerator<T> {
  for (let rows = await ask(0); rows.length > 0; rows = rows.length < atOnce ? [] : await ask(rows.at(-1)!.id))
    yield* rows
}
