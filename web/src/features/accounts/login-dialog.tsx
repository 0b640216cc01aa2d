import { ConsentDialog } from './consent-dialog.tsx'
import { ForgotPassword } from './forgot-password.tsx'

/** What the log-in page opens: the way to a new password, what the school keeps. */
export const LoginDialog = ({ about, onClose }: { about: 'forgot' | 'consent'; onClose: () => void }) =>
  about === 'forgot' ? <ForgotPassword onClose={onClose} /> : <ConsentDialog onClose={onClose} />
