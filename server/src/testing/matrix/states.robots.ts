import { aRobot } from '../../guilds/robots/factory.ts'
import { firstBell } from '../test-app.ts'
import type { MatrixSchool } from './school.ts'

/** Sets up a robot of the guild's class group; no request leaves this machine. */
const withRobot = async ({ school, objects }: MatrixSchool) => {
  const { db, config } = school.app
  const address = 'https://127.0.0.1/cgi-bin/webhook/send?key=of-the-robot'
  // A fixed id and name, because the robot is removed and made again.
  const given = { id: 7, guild_id: objects.guild ?? 0, name: '班级群', address, created_at: firstBell }
  return { robot: (await aRobot(db, config.secret, given)).id }
}

export const robotStates = {
  'a class group has a robot': withRobot,
  'the guild of a class group with a robot is archived': async (matrix: MatrixSchool) => {
    const made = await withRobot(matrix)
    const { guild = 0 } = matrix.objects
    await matrix.school.app.db.updateTable('guilds').set({ status: 'archived' }).where('id', '=', guild).execute()
    return made
  },
}
