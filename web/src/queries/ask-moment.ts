import type { Input } from '@tongchuang/contract/call.ts'
import { moments } from '@tongchuang/contract/moments.ts'
import { sendQuietly } from '@tongchuang/ui/send.ts'

const onTheirWay = new Map<string, Promise<boolean>>()

/**
 * Whether this is the first time of a moment on any device. If two places of one page ask at once, one request is sent
 * and only the first of them gets true.
 */
export const askMoment = async (user_id: number, moment: Input<typeof moments.see>): Promise<boolean> => {
  const name = `${user_id} ${moment.kind} ${moment.id}`
  const asked = onTheirWay.get(name)
  if (asked) return asked.then(() => false)
  const answer = sendQuietly(moments.see, moment).then(({ first }) => first)
  onTheirWay.set(name, answer)
  return answer.finally(() => onTheirWay.delete(name))
}
