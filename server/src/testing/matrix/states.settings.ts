import type { MatrixSchool } from './school.ts'

/** What can have been decided for the whole school. */
export const settingStates = {
  'the school has no rankings': ({ school }: MatrixSchool) => school.app.changeSettings({ rankings: 'off' }),
  'invitations open no door': ({ school }: MatrixSchool) =>
    school.app.changeSettings({ doors: { invite: false, code: true } }),
}
