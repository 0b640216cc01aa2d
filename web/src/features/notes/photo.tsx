import { Button } from '@tongchuang/ui/button.tsx'
import { showToast } from '@tongchuang/ui/toast.ts'
import { ImagePlus, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import styles from './photo.module.css'

export type Photo = { id: number; name: string; src: string }

/** The photo that goes with the words: brought to the server when it is chosen, seen until it is sent. */
export const usePhoto = () => {
  const [photo, setPhoto] = useState<Photo | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  useEffect(() => () => void (photo && URL.revokeObjectURL(photo.src)), [photo])
  const take = async (file: File): Promise<void> => {
    setIsBusy(true)
    try {
      const { sendPicture } = await import('../../queries/send-picture.ts')
      const { id, name } = await sendPicture(file)
      setPhoto({ id, name, src: URL.createObjectURL(file) })
    } catch (error) {
      showToast(error instanceof Error ? error.message : String(error))
    } finally {
      setIsBusy(false)
    }
  }
  return { photo, isBusy, take, drop: () => setPhoto(null) }
}

type Of = { of: ReturnType<typeof usePhoto> }

/** What opens the camera or the album. */
export const ChoosePhoto = ({ of: { photo, isBusy, take } }: Of) => {
  const { notes: texts } = useTexts()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png,image/webp,image/gif"
        hidden
        onChange={(event) => {
          const [file] = event.target.files ?? []
          event.target.value = ''
          if (file) void take(file)
        }}
      />
      <Button tone="text" className={styles.choose} busy={isBusy} onClick={() => input.current?.click()}>
        <ImagePlus size={18} aria-hidden />
        {photo ? texts.otherPhoto : texts.addPhoto}
      </Button>
    </>
  )
}

/** The photo as it was chosen, and the way to leave it out. */
export const ChosenPhoto = ({ of: { photo, drop } }: Of) => {
  const { notes: texts } = useTexts()
  if (!photo) return null
  return (
    <p className={styles.chosen}>
      <img src={photo.src} alt="" width={56} height={56} />
      <span>{photo.name}</span>
      <Button tone="text" aria-label={texts.dropPhoto(photo.name)} onClick={drop}>
        <X size={18} aria-hidden />
      </Button>
    </p>
  )
}
