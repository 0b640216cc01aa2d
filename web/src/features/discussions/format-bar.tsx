import { IconButton } from '@tongchuang/ui/button.tsx'
import { Bold, Code, Eye, Image, PenLine, Sigma } from 'lucide-react'
import { useRef } from 'react'
import { useTexts } from '../../locales/texts.ts'
import styles from './composer.module.css'

type Props = {
  isShown: boolean
  onPreview: () => void
  onMark: (kind: 'bold' | 'code' | 'formula') => void
  onPictures: (files: File[]) => void
}

const marks = { bold: Bold, code: Code, formula: Sigma } as const

/** The helpers below a text: formatting, inserting a picture, and the preview. */
export const FormatBar = ({ isShown, onPreview, onMark, onPictures }: Props) => {
  const { discussions: texts } = useTexts()
  const chooser = useRef<HTMLInputElement>(null)
  return (
    <fieldset className={styles.tools} aria-label={texts.tools}>
      {!isShown &&
        (['bold', 'code', 'formula'] as const).map((kind) => {
          const Icon = marks[kind]
          return (
            <IconButton key={kind} label={texts[kind]} className={styles.tool} onClick={() => onMark(kind)}>
              <Icon size={18} aria-hidden />
            </IconButton>
          )
        })}
      {!isShown && (
        <IconButton label={texts.insertPicture} className={styles.tool} onClick={() => chooser.current?.click()}>
          <Image size={18} aria-hidden />
        </IconButton>
      )}
      <input
        ref={chooser}
        type="file"
        accept="image/*"
        multiple
        hidden
        onChange={(event) => {
          onPictures([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
      <IconButton label={isShown ? texts.goOn : texts.preview} className={styles.tool} onClick={onPreview}>
        {isShown ? <PenLine size={18} aria-hidden /> : <Eye size={18} aria-hidden />}
      </IconButton>
    </fieldset>
  )
}
