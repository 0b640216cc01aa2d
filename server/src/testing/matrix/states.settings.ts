import type { MatrixSchool } from './school.ts'

/** States of school-wide settings. */
export const settingStates = {
  'the school has no rankings': ({ school }: MatrixSchool) => school.app.changeSettings({ rankings: 'off' }),
  'a removal has stopped': async ({ school }: MatrixSchool) => {
    const stop = {
      name: 'files.sweep',
      wanted: 30,
      total: 100,
      found_at: school.clock.now(),
      confirmed_at: null,
      confirmed_by: null,
    }
    await school.app.db.insertInto('removal_stops').values(stop).execute()
  },
  'invitations open no door': ({ school }: MatrixSchool) =>
    school.app.changeSettings({ doors: { invite: false, code: true } }),
}
