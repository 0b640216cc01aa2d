import type { App } from '../app-services.ts'
import { filesOf } from '../files/store.ts'
import { pictureIdsOf, withPicturesOf } from '../markdown/pictures.ts'
import { renderLater, type PendingText } from '../markdown/written.ts'
import { keepRendered, postsToRender, type PostToRender } from './render-store.ts'
import { maxPictures } from './rules.ts'
import { mentionedIn } from './mention-store.ts'
import { keepFiles } from './store.ts'

type Pending = PendingText & { user_id: number }

/**
 * Renders posts that took too long when they were written, with the members they name and the pictures that are their
 * author’s.
 */
export const registerRenderJob = (app: App): void => {
  const { db } = app

  const withNames = async (row: PostToRender): Promise<Pending> => {
    const names = (await mentionedIn(db, row)).map(({ nickname }) => nickname)
    return { ...row, person: row.user_id, post: { names } }
  }

  app.jobs.every('discussions.render', 60, () =>
    renderLater<Pending>(app, {
      list: async (limit) => Promise.all((await postsToRender(db, limit)).map(withNames)),
      keep: async (row, became) => {
        if (!('html' in became)) return void (await keepRendered(db, row, became))
        const own = await filesOf(db, row.user_id, pictureIdsOf(became.html))
        const shown = own.flatMap(({ id, kind }) => (kind === 'image' ? [id] : [])).slice(0, maxPictures)
        const html = withPicturesOf(became.html, new Set(shown))
        await db.transaction().execute(async (transaction) => {
          if (await keepRendered(transaction, row, { ...became, html })) await keepFiles(transaction, row.id, shown)
        })
      },
    }),
  )
}
