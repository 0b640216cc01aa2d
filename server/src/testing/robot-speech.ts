import { messagesAdmin } from '@tongchuang/contract/messages.admin.ts'
import type { RobotKind } from '@tongchuang/contract/robots.admin.ts'
import { aUser } from '../accounts/factory.ts'
import { aGuild, aMember } from '../guilds/factory.ts'
import { aRobotServer, type RobotServer } from './robot-server.ts'
import { testApp, type School } from './test-app.ts'
import { aRobot } from '../guilds/robots/factory.ts'
import { tellRobots } from '../guilds/robots/tell-robots.ts'

type Fixture = { school: School; remote: RobotServer; guild: { id: number }; teacher: { id: number } }

/** A guild with its teacher, in a school that may call a local server for robots. */
export const schoolWithRobots = async () => {
  const remote = await aRobotServer()
  const school = await testApp({ config: { baseUrl: 'https://school.example', outboundAllow: [remote.host] } })
  const teacher = await aUser(school.app.db, { roles: ['teacher'] })
  const guild = await aGuild(school.app.db, { name: '数学建模组' })
  await aMember(school.app.db, { guild_id: guild.id, user_id: teacher.id, role: 'teacher' })
  return { remote, school, teacher, guild }
}

/** Helpers that give a guild’s robot something to say, and read the outcome. */
export const robotSpeech = (at: () => Fixture) => {
  const db = () => at().school.app.db
  const aSpeaker = (kind: RobotKind = 'wecom', given: Partial<Parameters<typeof aRobot>[2]> = {}) => {
    const address = at().remote.address(kind)
    return aRobot(db(), at().school.app.config.secret, { guild_id: at().guild.id, kind, address, ...given })
  }
  const opened = (n: number, title = `任务${n}`) =>
    tellRobots(db(), {
      guild_id: at().guild.id,
      event: 'task_open',
      about: `task:${n}`,
      key: '',
      said: { title, link: `/square/task_detail/${at().guild.id}?task=${n}` },
      now: at().school.clock.now(),
    })
  const send = () => at().school.app.jobs.run('robots.send')
  const said = () => at().remote.group.map(({ text }) => text)
  const robot = async (id: number) =>
    db().selectFrom('guild_robots').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const inBox = async () =>
    (await at().school.as(at().teacher, { audience: 'admin', role: 'teacher' })(messagesAdmin.list, {})).list
  const saysInstead = (status: number, body: object, headers: Record<string, string> = {}) => {
    at().remote.instead = (response) => void response.writeHead(status, headers).end(JSON.stringify(body))
  }
  return { db, aSpeaker, opened, send, said, robot, inBox, saysInstead }
}
