import type { QueryClient } from '@tanstack/react-query'
import { gradesKey, homeKey, missingKey, reviewKey, tasksKey } from './keys.ts'

/**
 * Reads again what shows how students stand in a task, after staff changed that: the grid, the first page, the queue,
 * the lists of who has submitted nothing, and the numbers of tasks. A page that is not open is read when it is.
 */
export const renewStandings = async (client: QueryClient): Promise<void> => {
  await Promise.all(
    [gradesKey, homeKey, missingKey, reviewKey, tasksKey].map((queryKey) => client.invalidateQueries({ queryKey })),
  )
}
