import { StaffList } from '../features/staff/staff-list.tsx'

/** /admin/staff */
export const StaffPage = () => <StaffList />
