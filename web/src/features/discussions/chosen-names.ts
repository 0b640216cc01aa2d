import { keepOnDevice, keptOnDevice } from '@tongchuang/ui/on-device.ts'

export type Named = { member_id: number; nickname: string }

const standing = (names: readonly Named[], text: string): Named[] =>
  names.filter(({ nickname }) => text.includes(`@${nickname}`))

/**
 * Who was chosen from the list for a text, kept beside its words at `place` on this device: who comes back to the words
 * still names the same members. By membership, so that a new nickname misses nobody.
 */
export const createChosenNames = (place: string | undefined) => {
  const name = `${place}:names`
  let chosen: readonly Named[] = (place === undefined ? null : keptOnDevice<Named[]>(name)) ?? []
  const follow = (text: string): void => {
    if (place === undefined || chosen.length === 0) return
    const kept = standing(chosen, text)
    keepOnDevice(name, kept.length > 0 ? kept : null)
  }
  return {
    /** Those whose names stand in a text. */
    in: (text: string): number[] => standing(chosen, text).map(({ member_id }) => member_id),
    /** Somebody was chosen, and the text is this with their name. */
    add: ({ member_id, nickname }: Named, text: string): void => {
      chosen = [...chosen.filter((one) => one.member_id !== member_id), { member_id, nickname }]
      follow(text)
    },
    /** The device keeps this text by now, or none: whom it does not name is forgotten there. */
    follow,
  }
}

export type ChosenNames = ReturnType<typeof createChosenNames>
