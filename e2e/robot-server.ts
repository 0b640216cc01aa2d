import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { portOf } from '../server/src/http/port-of.ts'

/** A server with one group, on a port of this machine: it accepts every message of a robot, or refuses it. */
export type RobotServer = {
  host: string
  /** The address of the robot of a 钉钉 group. */
  address: string
  /** The messages in the group, as received. */
  group: string[]
  /** Whether the robot was taken out of its group. */
  isGone: boolean
  close: () => Promise<void>
}

/** Opens such a server. */
export const openRobotServer = async (): Promise<RobotServer> => {
  const group: string[] = []
  const remote = { group, isGone: false }
  const server = createServer(async (request, response) => {
    const body = await text(request)
    if (!remote.isGone) remote.group.push(body)
    const answer = remote.isGone ? { errcode: 300005, errmsg: 'token is not exist' } : { errcode: 0, errmsg: 'ok' }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const host = `127.0.0.1:${portOf(server)}`
  return Object.assign(remote, {
    host,
    address: `http://${host}/robot/send?access_token=of-this-group`,
    close: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  })
}
