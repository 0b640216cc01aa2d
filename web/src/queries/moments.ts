import { useProfile } from '@tongchuang/ui/profile.tsx'
import { useEffect, useState } from 'react'
import { keepWords, wordsOnDevice } from '@tongchuang/ui/on-device.ts'

/**
 * `asking`: no response yet; `first`: the moment happens now; `known`: it already happened, here or on another device.
 */
export type MomentState = 'asking' | 'first' | 'known'

/**
 * Whether something is seen for the first time; asks the server once it `isShown`. Without a response there is no
 * animation, and nothing is lost.
 */
export const useMoment = (
  { kind, id }: { kind: 'seal' | 'level' | 'chapter'; id: number },
  isShown = true,
): MomentState => {
  const { user_id } = useProfile()
  const name = `moment-${user_id}-${kind}-${id}`
  const [said, setSaid] = useState<readonly [string, MomentState]>(['', 'asking'])
  const isKnown = !isShown || wordsOnDevice(name) !== null
  useEffect(() => {
    if (isKnown) return
    void import('./ask-moment.ts')
      .then(({ askMoment }) => askMoment(user_id, { kind, id }))
      .then((isFirst) => {
        setSaid([name, isFirst ? 'first' : 'known'])
        keepWords(name, '1')
      })
      .catch(() => setSaid([name, 'known']))
  }, [isKnown, name, user_id, kind, id])
  return said[0] === name ? said[1] : isKnown ? 'known' : 'asking'
}
