import { DeletionRequests } from '../features/privacy/deletion-requests.tsx'

/** /admin/privacy: accounts to be deleted. */
export const PrivacyPage = () => <DeletionRequests />
