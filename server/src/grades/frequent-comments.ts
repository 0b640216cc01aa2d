import type { FrequentComment } from '@tongchuang/contract/statistics.admin.ts'
import type { App } from '../app-services.ts'
import { pictureCard } from '../files/cards.ts'
import { readyFiles } from '../files/store.ts'
import { frequentComments } from './comment-rules.ts'
import { writtenComments } from './comment-store.ts'

/** Comments that reviewers gave to several students, with the pictures they were drawn on: three queries. */
export const commentStatistics = async (
  app: App,
  task_ids: readonly number[],
  user_id: number,
): Promise<FrequentComment[]> => {
  const found = frequentComments(await writtenComments(app.db, task_ids))
  const ids = found.flatMap(({ places }) => places.map(({ file_id }) => file_id))
  const files = new Map((ids.length === 0 ? [] : await readyFiles(app.db, ids)).map((row) => [row.id, row]))
  return found.map(({ places, ...comment }) => ({
    ...comment,
    places: places.flatMap(({ file_id, points, name }) => {
      const row = files.get(file_id)
      const file = row ? pictureCard(app, row, user_id) : null
      return file ? [{ file, points, name }] : []
    }),
  }))
}
