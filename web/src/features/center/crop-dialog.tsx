import { Button } from '@tongchuang/ui/button.tsx'
import { Dialog } from '@tongchuang/ui/dialog.tsx'
import { failureText } from '@tongchuang/ui/fetch-transport.ts'
import { showToast } from '@tongchuang/ui/toast.ts'
import { useEffect, useId, useState } from 'react'
import Cropper from 'react-easy-crop'
import type { Area } from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'
import { useTexts } from '../../locales/texts.ts'
import styles from './choices.module.css'
import { cutPicture, uploadPicture } from './picture.ts'
import { useUpdateProfile } from './queries.ts'

/** A square of a picture: moved by hand or the arrow keys, made larger with the slider. */
export const CropDialog = ({ file, onClose }: { file: File; onClose: () => void }) => {
  const { center } = useTexts()
  const zoomId = useId()
  const [address, setAddress] = useState('')
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [area, setArea] = useState<Area | null>(null)
  const [busy, setBusy] = useState(false)
  const update = useUpdateProfile()

  useEffect(() => {
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])

  const save = async () => {
    if (!area) return
    setBusy(true)
    try {
      const avatar = await uploadPicture(await cutPicture(address, area))
      await update.mutateAsync({ avatar })
      showToast(center.pictureSaved, 'success')
      onClose()
    } catch (failure) {
      showToast(failureText(failure))
      setBusy(false)
    }
  }

  return (
    <Dialog
      title={center.cropTitle}
      onClose={onClose}
      unsaved
      actions={
        <Button tone="primary" busy={busy} blocked={!area} onClick={() => void save()}>
          {center.usePicture}
        </Button>
      }
    >
      <div className={styles.cropper}>
        {address && (
          <Cropper
            image={address}
            crop={crop}
            zoom={zoom}
            aspect={1}
            cropShape="round"
            showGrid={false}
            keyboardStep={4}
            disableAutomaticStylesInjection
            cropperProps={{ 'aria-label': center.cropArea }}
            onCropChange={setCrop}
            onZoomChange={setZoom}
            onCropComplete={(_, pixels) => setArea(pixels)}
          />
        )}
      </div>
      <div className={styles.zoom}>
        <label htmlFor={zoomId}>{center.zoom}</label>
        <input
          id={zoomId}
          type="range"
          min="1"
          max="3"
          step="0.1"
          value={zoom}
          onChange={(event) => setZoom(Number(event.target.value))}
        />
      </div>
    </Dialog>
  )
}
