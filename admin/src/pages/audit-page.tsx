import { AuditList } from '../features/audit/audit-list.tsx'

/** /admin/audit */
export const AuditPage = () => <AuditList />
