import type { App } from '../../app-services.ts'
import { renderLater } from '../../markdown/written.ts'
import { keepRendered, worksToRender } from './render-store.ts'

/** Renders works that took too long when they were handed in. */
export const registerRenderJob = (app: App): void =>
  app.jobs.every('submissions.render', 60, () =>
    renderLater(app, {
      list: (limit) => worksToRender(app.db, limit),
      keep: (row, became) => keepRendered(app.db, row, became),
    }),
  )
