import { keepOnDevice, keptOnDevice } from '@tongchuang/ui/on-device.ts'

export type Named = { member_id: number; nickname: string }

const standing = (names: readonly Named[], text: string): Named[] =>
  names.filter(({ nickname }) => text.includes(`@${nickname}`))

/**
 * The members chosen from the list for a text, stored beside the text at `place` on this device, so that a resumed text
 * still names the same members. Stored by membership id, so that a changed nickname loses nobody.
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
    /** The membership ids of the chosen members whose names occur in a text. */
    in: (text: string): number[] => standing(chosen, text).map(({ member_id }) => member_id),
    /** Adds a chosen member; the text already contains their name. */
    add: ({ member_id, nickname }: Named, text: string): void => {
      chosen = [...chosen.filter((one) => one.member_id !== member_id), { member_id, nickname }]
      follow(text)
    },
    /**
     * Called with the text the device now stores, which may be empty: members it does not name are forgotten on the
     * device.
     */
    follow,
  }
}

export type ChosenNames = ReturnType<typeof createChosenNames>
