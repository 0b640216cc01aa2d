import { useState } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { sessionDialog, stayLoggedOut } from './session-end.ts'
import { useStore } from './store.ts'
import { useUiTexts } from './ui-texts.ts'

/** The dialog of 50008, 50012 and 50014 (specification section 8). */
export const SessionDialog = ({ onRelogin }: { onRelogin: () => Promise<void> }) => {
  const texts = useUiTexts()
  const open = useStore(sessionDialog)
  const [leaving, setLeaving] = useState(false)
  if (!open) return null
  return (
    <Dialog
      title={texts.sessionTitle}
      onClose={stayLoggedOut}
      actions={
        <>
          <Button tone="plain" onClick={stayLoggedOut}>
            {texts.sessionStay}
          </Button>
          <Button
            tone="primary"
            busy={leaving}
            onClick={() => {
              setLeaving(true)
              void onRelogin()
            }}
          >
            {texts.sessionAgain}
          </Button>
        </>
      }
    >
      <p>{texts.sessionText}</p>
      {texts.sessionOriginal && <p lang="en">{texts.sessionOriginal}</p>}
    </Dialog>
  )
}
