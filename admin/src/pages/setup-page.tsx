import { useOutletContext } from 'react-router'
import type { StaffAuthContext } from '../app/auth-context.ts'
import { SetupForm } from '../features/setup/setup-form.tsx'
import { AuthFrame } from '../features/auth/auth-frame.tsx'

/** /admin/setup: the first administrator of a new school, behind the link the server prints. */
export const SetupPage = () => {
  const { setupKey, loggedIn } = useOutletContext<StaffAuthContext>()
  return (
    <AuthFrame>
      <SetupForm setupKey={setupKey} onDone={loggedIn} />
    </AuthFrame>
  )
}
