import { useState } from 'react'
import { cropBox } from './crop-box.ts'
import type { PreviewFile } from './file-preview.tsx'
import styles from './mark-crop.module.css'
import { useUiTexts } from './ui-texts.ts'

/** The part of a picture that a mark is about, cut out in the browser from its smaller copy. */
export const MarkCrop = ({ file, points, alt }: { file: PreviewFile; points: readonly number[]; alt: string }) => {
  const texts = useUiTexts()
  // The aspect ratio of the whole picture, once it is loaded.
  const [ratio, setRatio] = useState<number | null>(null)
  const [isFailed, setIsFailed] = useState(false)
  if (isFailed) return <p className={styles.failed}>{texts.notShown}</p>
  const { x, y, width, height } = cropBox(points)
  const sizes = {
    '--ratio': (width / height) * (ratio ?? 0.75),
    '--width': 1 / width,
    '--left': -x / width,
    '--top': -y / height,
  }
  return (
    <div className={styles.crop} style={sizes} data-waiting={ratio === null || undefined}>
      <img
        src={file.view_url ?? file.url}
        alt={alt}
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => setRatio(naturalWidth / naturalHeight)}
        onError={() => setIsFailed(true)}
      />
    </div>
  )
}
