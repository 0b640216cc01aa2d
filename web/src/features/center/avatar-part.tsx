import { headMark } from '@tongchuang/contract/heads.ts'
import { Avatar } from '@tongchuang/ui/avatar.tsx'
import { Button } from '@tongchuang/ui/button.tsx'
import { failureText } from '@tongchuang/ui/fetch-transport.ts'
import { lazyPart } from '@tongchuang/ui/lazy-part.tsx'
import { useProfile } from '@tongchuang/ui/profile.tsx'
import { showToast } from '@tongchuang/ui/toast.ts'
import { Suspense, useRef, useState } from 'react'
import { useTexts } from '../../locales/texts.ts'
import { useUpdateProfile } from './queries.ts'
import styles from './settings.module.css'

const CropDialog = lazyPart(() => import('./crop-dialog.tsx').then((module) => module.CropDialog))
const HeadDialog = lazyPart(() => import('./head-dialog.tsx').then((module) => module.HeadDialog))
const mostBytes = 5 * 2 ** 20

/** The student's own picture: replace or remove it. */
export const AvatarPart = ({ nickname }: { nickname: string }) => {
  const { center } = useTexts()
  const me = useProfile()
  const update = useUpdateProfile()
  const input = useRef<HTMLInputElement>(null)
  const [picture, setPicture] = useState<File | null>(null)
  const [composing, setComposing] = useState(false)
  const code = me.avatar.startsWith(headMark) ? me.avatar.slice(headMark.length) : ''
  const hasPicture = me.avatar !== '' && code === ''
  const choose = (file: File | undefined) => {
    if (input.current) input.current.value = ''
    if (!file) return
    if (file.size > mostBytes || !/^image\/(jpeg|png|webp)$/.test(file.type)) showToast(center.pictureWrong)
    else setPicture(file)
  }
  return (
    <div className={styles.person}>
      <Avatar id={me.user_id} name={nickname} src={me.avatar || undefined} size={80} />
      <div>
        <div className={styles.end}>
          <Button onClick={() => setComposing(true)}>{center.composeHead}</Button>
          <Button onClick={() => input.current?.click()}>{center.changePicture}</Button>
          {hasPicture && (
            <Button
              tone="text"
              busy={update.isPending}
              onClick={() => update.mutate({ avatar: 0 }, { onError: (failure) => showToast(failureText(failure)) })}
            >
              {center.removePicture}
            </Button>
          )}
        </div>
        <p className={styles.pictureHint}>{center.pictureHint}</p>
      </div>
      <input
        ref={input}
        type="file"
        hidden
        // Naming specific types would hide the camera on some phones; files that are not usable pictures are detected
        // above.
        accept="image/*"
        aria-label={center.changePicture}
        onChange={(event) => choose(event.target.files?.[0])}
      />
      {composing && (
        <Suspense>
          <HeadDialog code={code} nickname={nickname} onClose={() => setComposing(false)} />
        </Suspense>
      )}
      {picture && (
        <Suspense>
          <CropDialog file={picture} onClose={() => setPicture(null)} />
        </Suspense>
      )}
    </div>
  )
}
