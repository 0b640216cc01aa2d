import { AccountSettings } from '../features/account/account-settings.tsx'

/** /admin/account */
export const AccountPage = () => <AccountSettings />
