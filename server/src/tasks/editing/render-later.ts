import type { App } from '../../app-services.ts'
import { renderLater } from '../../markdown/written.ts'
import { keepText, textsToRender } from './render-store.ts'

/** Renders texts of tasks that took too long when they were saved. */
export const registerRenderJob = (app: App): void =>
  app.jobs.every('tasks.render', 60, () =>
    renderLater(app, {
      list: async (limit) =>
        (await textsToRender(app.db, limit)).map((row) => ({ ...row, person: `guild:${row.guild_id}` })),
      keep: (row, became) => keepText(app.db, row, became),
    }),
  )
