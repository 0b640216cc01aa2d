import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { photoStore } from './photo-store.ts'
import type { KeptPhoto } from './photo-store.ts'

/** A photo being uploaded with a note: the chosen file, and what went wrong with the upload. */
export type Photo = { file: File; src: string; isComing: boolean; problem: string }

const sayWhy = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/**
 * The photo of a note: stored on this device from the moment it is chosen until it is sent or removed, and uploaded
 * meanwhile.
 */
export const usePhoto = (name: string) => {
  const [photo, setPhoto] = useState<Photo | null>(null)
  const coming = useRef<{ file: File; id: Promise<number> } | null>(null)
  const store = photoStore(name)
  const src = photo?.src
  useEffect(() => () => void (src && URL.revokeObjectURL(src)), [src])

  const bring = (file: File): Promise<number> => {
    // Another one may have been chosen meanwhile.
    const isChosen = () => coming.current?.file === file
    const change = (to: Partial<Photo>) => isChosen() && setPhoto((now) => now && { ...now, ...to })
    const run = async (): Promise<number> => {
      const { sendPicture } = await import('../../queries/send-picture.ts')
      const { id } = await sendPicture(file)
      if (isChosen()) await store.write({ file, id })
      return id
    }
    const id = run()
    coming.current = { file, id }
    change({ isComing: true, problem: '' })
    id.then(
      () => change({ isComing: false }),
      (error: unknown) => change({ isComing: false, problem: sayWhy(error) }),
    )
    return id
  }

  const show = ({ file, id }: KeptPhoto): void => {
    setPhoto({ file, src: URL.createObjectURL(file), isComing: false, problem: '' })
    if (id === null) void bring(file)
    else coming.current = { file, id: Promise.resolve(id) }
  }
  const showKept = useEffectEvent(async () => {
    const kept = await store.read()
    if (kept && !coming.current) show(kept)
  })
  useEffect(() => void showKept(), [name])

  const drop = (): void => {
    coming.current = null
    setPhoto(null)
    void store.write(null)
  }

  return {
    photo,
    take: (file: File): void => {
      void store.write({ file, id: null })
      show({ file, id: null })
    },
    drop,
    /** Called when the note was sent: its photo is removed, one chosen meanwhile stays for the next note. */
    sent: (): void => {
      if (coming.current?.file === photo?.file) drop()
    },
    again: (): void => void (photo && bring(photo.file)),
    /** Resolves to the photo's id on the server once it is uploaded; undefined if none was chosen. */
    arrived: async (): Promise<number | undefined> => {
      if (!photo) return undefined
      return photo.problem === '' ? coming.current?.id : bring(photo.file)
    },
    /** Uploads the photo again: the server keeps unused files only for a while, but this device still has it. */
    bringAnew: async (): Promise<number | undefined> => (photo ? bring(photo.file) : undefined),
  }
}
