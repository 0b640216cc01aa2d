import type { Input } from '@tongchuang/contract/call.ts'
import { moments } from '@tongchuang/contract/moments.ts'
import { sendQuietly } from '@tongchuang/ui/send.ts'

const onTheirWay = new Map<string, Promise<boolean>>()

/**
 * Whether a moment has come for the first time on any device. Two places of one page that ask at once get one answer:
 * the first of them.
 */
export const askMoment = async (user_id: number, moment: Input<typeof moments.see>): Promise<boolean> => {
  const name = `${user_id} ${moment.kind} ${moment.id}`
  const asked = onTheirWay.get(name)
  if (asked) return asked.then(() => false)
  const answer = sendQuietly(moments.see, moment).then(({ first }) => first)
  onTheirWay.set(name, answer)
  return answer.finally(() => onTheirWay.delete(name))
}
