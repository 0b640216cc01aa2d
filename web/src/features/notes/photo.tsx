import { Button } from '@tongchuang/ui/button.tsx'
import { FieldError } from '@tongchuang/ui/field.tsx'
import { ImagePlus, X } from 'lucide-react'
import { useId, useRef } from 'react'
import { useTexts } from '../../locales/texts.ts'
import styles from './photo.module.css'
import type { usePhoto } from './use-photo.ts'

type Of = { of: ReturnType<typeof usePhoto> }

/** The button that opens the camera or the album. */
export const ChoosePhoto = ({ of: { photo, take } }: Of) => {
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
          if (file) take(file)
        }}
      />
      <Button
        tone="text"
        className={styles.choose}
        busy={photo?.isComing ?? false}
        onClick={() => input.current?.click()}
      >
        <ImagePlus size={18} aria-hidden />
        {photo ? texts.otherPhoto : texts.addPhoto}
      </Button>
    </>
  )
}

/** The chosen photo, a button to remove it, and why its upload failed. */
export const ChosenPhoto = ({ of: { photo, drop, again } }: Of) => {
  const { notes: texts } = useTexts()
  const id = useId()
  if (!photo) return null
  const { file, src, problem } = photo
  return (
    <>
      <p className={styles.chosen}>
        <img src={src} alt="" width={56} height={56} />
        <span>{file.name}</span>
        {problem !== '' && (
          <Button tone="text" aria-describedby={id} onClick={again}>
            {texts.photoAgain}
          </Button>
        )}
        <Button tone="text" aria-label={texts.dropPhoto(file.name)} onClick={drop}>
          <X size={18} aria-hidden />
        </Button>
      </p>
      {problem !== '' && (
        <div className={styles.problem}>
          <FieldError id={id}>{texts.photoNotSent(problem)}</FieldError>
        </div>
      )}
    </>
  )
}
