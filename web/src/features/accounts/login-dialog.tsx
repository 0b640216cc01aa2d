import { ConsentDialog } from './consent-dialog.tsx'
import { ForgotPassword } from './forgot-password.tsx'

/** The dialogs of the log-in page: resetting the password, and what the school stores. */
export const LoginDialog = ({ about, onClose }: { about: 'forgot' | 'consent'; onClose: () => void }) =>
  about === 'forgot' ? <ForgotPassword onClose={onClose} /> : <ConsentDialog onClose={onClose} />
