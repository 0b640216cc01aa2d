import type { Profile } from '@tongchuang/contract/profile.ts'
import { afterLoad } from '@tongchuang/ui/after-load.ts'
import { Avatar } from '@tongchuang/ui/avatar.tsx'
import { IconButton } from '@tongchuang/ui/button.tsx'
import { lazyPart } from '@tongchuang/ui/lazy-part.tsx'
import { Popover } from '@tongchuang/ui/popover.tsx'
import { Suspense, useEffect } from 'react'
import { useTexts } from '../locales/texts.ts'

const panel = () => import('./avatar-panel.tsx').then((module) => module.AvatarPanel)
const AvatarPanel = lazyPart(panel)

/** The picture of the person logged in, which opens their menu. */
export const AvatarMenu = ({
  profile,
  onOpen,
}: {
  profile: Profile
  onOpen: (what: 'settings' | 'shortcuts') => void
}) => {
  const { shell } = useTexts()
  // Loaded after the page but before it is needed, so that the menu with the log-out is there without a network too.
  useEffect(() => afterLoad(() => void panel().catch(() => undefined)), [])
  return (
    <Popover
      label={shell.menuOf(profile.nickname)}
      button={(trigger) => (
        <IconButton {...trigger} label={shell.menuOf(profile.nickname)}>
          <Avatar id={profile.id} name={profile.nickname} src={profile.avatar} />
        </IconButton>
      )}
    >
      {(close) => (
        <Suspense>
          <AvatarPanel profile={profile} onOpen={onOpen} close={close} />
        </Suspense>
      )}
    </Popover>
  )
}
