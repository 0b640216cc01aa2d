import type { RobotKind } from '@tongchuang/contract/robots.admin.ts'
import type { App } from '../../app-services.ts'
import { OutboundFailure } from '../../outbound/outbound.ts'
import { openText } from '../../storage/secret-text.ts'
import { withoutSecrets } from './address-rules.ts'
import { outcomeOf, requestOf, type Message, type Outcome } from './platforms.ts'

/** The purpose under which addresses and secrets of robots are encrypted. */
export const robotPurpose = 'class-group robot'

/** The stored columns needed to send to a robot. */
export type Stored = { kind: RobotKind; address: string; secret: string }
export type Opened = Pick<Message, 'kind' | 'address' | 'secret'>

/**
 * A stored robot with its address and secret decrypted; null where they were encrypted with another secret of the
 * server.
 */
export const opened = (app: App, { kind, address, secret }: Stored): Opened | null => {
  const href = openText(app.config.secret, robotPurpose, address)
  const key = secret === '' ? '' : openText(app.config.secret, robotPurpose, secret)
  return href === null || key === null ? null : { kind, address: href, secret: key }
}

/** Sends one message to a robot and returns the outcome, which never contains its address or secret. */
export const say = async (app: App, message: Message): Promise<Outcome> => {
  const { url, init } = requestOf(message)
  try {
    const answer = await app.outboundFetch(url, init)
    const heard = { status: answer.status, body: await answer.text(), retryAfter: answer.headers.get('retry-after') }
    const outcome = outcomeOf(message.kind, heard)
    return { ...outcome, said: withoutSecrets(outcome.said, message.address, message.secret) }
  } catch (error) {
    if (error instanceof OutboundFailure) return { problem: error.reason, said: '', waitMs: 0 }
    throw error
  }
}
