import type { App } from '../app-services.ts'
import { renderLater } from '../markdown/written.ts'
import { announcementsToRender, descriptionsToRender, keepAnnouncement, keepDescription } from './render-store.ts'

/** Renders descriptions and announcements that took too long when they were written. */
export const registerRenderJob = (app: App): void => {
  const { db } = app
  app.jobs.every('guilds.render', 60, async () => {
    await renderLater(app, {
      list: async (limit) =>
        (await descriptionsToRender(db, limit)).map((row) => ({ ...row, person: `guild:${row.id}` })),
      keep: (row, became) => keepDescription(db, row, became),
    })
    await renderLater(app, {
      list: async (limit) =>
        (await announcementsToRender(db, limit)).map((row) => ({ ...row, person: `guild:${row.guild_id}` })),
      keep: (row, became) => keepAnnouncement(db, row, became),
    })
  })
}
