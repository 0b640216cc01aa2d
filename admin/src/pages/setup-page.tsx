import { useOutletContext } from 'react-router'
import type { StaffDoor } from '../app/door.ts'
import { SetupForm } from '../features/setup/setup-form.tsx'
import { DoorFrame } from '../features/door/door-frame.tsx'

/** /admin/setup: the first administrator of a new school, behind the link the server prints. */
export const SetupPage = () => {
  const { setupKey, loggedIn } = useOutletContext<StaffDoor>()
  return (
    <DoorFrame>
      <SetupForm setupKey={setupKey} onDone={loggedIn} />
    </DoorFrame>
  )
}
