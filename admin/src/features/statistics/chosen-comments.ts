import { keepOnDevice, keptOnDevice } from '@tongchuang/ui/on-device.ts'
import { useState } from 'react'
import type { Counted } from './queries.ts'

const keyOf = (counted: Counted): string =>
  'set_id' in counted ? `lecture-comments:set:${counted.set_id}` : `lecture-comments:task:${counted.task_id}`

const read = (key: string): readonly string[] => {
  const kept = keptOnDevice<unknown>(key)
  return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : []
}

/** The comments shown in 讲评: chosen on the statistics page and stored on this device. */
export const chosenComments = (counted: Counted): readonly string[] => read(keyOf(counted))

/** The chosen comments, with a way to change them. */
export const useChosenComments = (counted: Counted) => {
  const key = keyOf(counted)
  const [chosen, setChosen] = useState(() => read(key))
  const toggle = (text: string) => {
    const next = chosen.includes(text) ? chosen.filter((one) => one !== text) : [...chosen, text]
    setChosen(next)
    keepOnDevice(key, next)
  }
  return { chosen, toggle }
}
